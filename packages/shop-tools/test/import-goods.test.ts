import { describe, expect, it } from "vitest";
import { added, importGoods, one, problems, type Row, store, useShop } from "./goods-imports.ts";

useShop();

describe("goods", () => {
  it("are born hidden and out of stock, with ids, and answered by ref in the order of their rows", async () => {
    const answer = await importGoods({
      goods: [
        { ref: "k-2", name: "Чайник" },
        { ref: 1, name: "Kettle 🫖" },
      ],
    });
    const [first, second] = answer.tables.goods ?? [];
    expect(answer).toMatchObject({ result: true, message: "2 goods are added" });
    expect(answer.detail).toEqual({ goods: 2, info: 0, param: 0, new_values: 0 });
    expect(first).toEqual({ ref: "k-2", id: Number(first?.id), code_shop: "", name: "Чайник" });
    expect(second).toEqual({ ref: "1", id: Number(first?.id) + 1, code_shop: "", name: "Kettle 🫖" });
    const rows = await store.db.all<Row>("SELECT * FROM {DBNICK}_store WHERE id = ?", [Number(first?.id)]);
    expect(rows[0]).toMatchObject({
      no_visible: 1,
      how: 0,
      brand_id: null,
      price: 0,
      exist_time: "2000-01-01 00:00:00",
    });
    expect(String(rows[0]?.create_time)).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it("are as their rows say, and as the defaults say where the row does not", async () => {
    const [shown, plain] = await added({
      goods: [
        one({
          no_visible: false,
          how: "7",
          price: "1234.50",
          meas: null,
          in_xml: "yes",
          exist_time: "2026-12-01",
          rating: -5,
        }),
        one({ ref: "b" }),
      ],
      store_how: 2,
      store_meas: "шт",
      store_price: 10,
      store_kind_key: "kGoods",
      store_in_xml: false,
    });
    expect(shown).toMatchObject({ no_visible: 0, how: 7, price: 1234.5, meas: "шт", in_xml: 1, kind_key: "kGoods" });
    expect(shown).toMatchObject({ exist_time: "2026-12-01 00:00:00", rating: -5 });
    expect(plain).toMatchObject({ no_visible: 1, how: 2, price: 10, meas: "шт", in_xml: 0 });
  });

  it("keep articles and barcodes as the texts they are", async () => {
    const codes = ["0017", "90.750", "4.82304E+12", "  7 ", "2047948614742839297"];
    const rows = await added({
      goods: codes.map((code, at) => one({ ref: `${at}`, code_shop: code, code_made: code })),
    });
    expect(rows.map((row) => row.code_shop)).toEqual(codes);
    expect(rows.map((row) => row.code_made)).toEqual(codes);
  });

  it("take an exact number as a text, and yes as its word", async () => {
    const [row] = await added({
      goods: [one({ code_shop: 17, code_prov: 90.75, code_made: 4820000000017, meas: true })],
    });
    expect(row).toMatchObject({ code_shop: "17", code_prov: "90.75", code_made: "4820000000017", meas: "true" });
  });

  it("keep letters of every alphabet, emoji and 255 characters of them", async () => {
    const name = `Й${"😍".repeat(254)}`;
    const descr = '<p>«Ї» "Ж" \\ %s \u0000 é é \u202Ertl</p>';
    const [row] = await added({ goods: [one({ name, descr })] });
    expect(row).toMatchObject({ name, descr });
  });

  it("get articles of a mask where the row names none", async () => {
    const [first, second] = await added({
      goods: [one(), one({ ref: "b", code_shop: "0099" })],
      code_mask: "NEW-{date}-{num:4}/{id}",
    });
    expect(first?.code_shop).toMatch(new RegExp(`^NEW-20\\d{6}-0001/${first?.id}$`));
    expect(second?.code_shop).toBe("0099");
  });

  it("are told of when another good carries their article", async () => {
    const goods = [
      one({ code_shop: "00001" }),
      one({ ref: "b", code_shop: "twice" }),
      one({ ref: "c", code_shop: "twice" }),
    ];
    const answer = await importGoods({ goods });
    expect(answer.message).toBe("3 goods are added; articles that another good carries too: twice, 00001");
  });

  it("stand in sections at the end of their lists, and point at rows by id, skey or name", async () => {
    const [last] = await store.db.all<Row>("SELECT MAX(pos) AS pos FROM {DBNICK}_topic_store WHERE topic_id = 12");
    const [row] = await added({
      goods: [
        one({
          topic_id: [12, "sale", "чохли та сумки"],
          brand_id: "Baseus",
          provider_id: "kyiv",
          price_curr_id: "uah",
        }),
      ],
      store_topic_id: ["laptops"],
      store_pprice_curr_id: "Polski złoty",
    });
    expect(row).toMatchObject({ brand_id: 12, provider_id: 3, price_curr_id: 2, pprice_curr_id: 3 });
    const sections = `SELECT topic_id, pos FROM {DBNICK}_topic_store WHERE store_id = ${row?.id} ORDER BY topic_id`;
    expect(await store.db.all(sections)).toMatchObject([
      { topic_id: 12, pos: Number(last?.pos) + 1 },
      { topic_id: 15 },
    ]);
  });

  it("take a single section, and none where the row says an empty list", async () => {
    const rows = await added({
      goods: [one(), one({ ref: "b", topic_id: "Accessories" }), one({ ref: "c", topic_id: [], brand_id: 0 })],
      store_topic_id: 2,
      store_brand_id: "Apple",
    });
    const of = async (row: Row | undefined) =>
      await store.db.all(`SELECT topic_id FROM {DBNICK}_topic_store WHERE store_id = ${row?.id}`);
    expect([await of(rows[0]), await of(rows[1]), await of(rows[2])]).toEqual([
      [{ topic_id: 2 }],
      [{ topic_id: 11 }],
      [],
    ]);
    expect(rows.map((row) => row.brand_id)).toEqual([1, 1, null]);
  });
});

describe("an import that is not right writes nothing and says", () => {
  it.each<[string, object, string]>([
    [
      "a stock that is no number",
      one({ how: "abc" }),
      "goods [a]: The [how] takes a whole number, and [abc] is not one",
    ],
    [
      "a price with a comma",
      one({ price: "1 234,50" }),
      "The [price] takes a number, and [1 234,50] is not one - digits with a point, like 1234.5",
    ],
    [
      "a price that would be rounded",
      one({ price: 0.125 }),
      "The [price] keeps 2 digits after the point, and [0.125] has more",
    ],
    ["a price of nine digits", one({ price: 100000000 }), "The [price] keeps at most 8 digits before the point"],
    [
      "a name too long, counted in characters",
      one({ name: "😍".repeat(256) }),
      "The [name] keeps at most 255 characters, and this one has 256",
    ],
    ["a description too long", one({ descr: "Ж".repeat(32768) }), "The [descr] keeps at most 65535 bytes of UTF-8"],
    ["no name", { ref: "a" }, "goods [a]: It has no name"],
    ["a name of spaces", { ref: "a", name: "  " }, "goods [a]: It has no name"],
    ["no ref", { name: "x" }, "goods row 1: It has no ref"],
    [
      "an unknown column",
      one({ colour: "red" }),
      "Rows of goods have no column [colour] - they take: ref, topic_id, provider_id",
    ],
    ["a column of the database that is not the caller's", one({ id: 5 }), "Rows of goods have no column [id]"],
    ["an object for a text", one({ meas: { a: 1 } }), 'The [meas] takes a single value, and [{"a":1}] is not one'],
    [
      "an unknown section",
      one({ topic_id: [2, 99] }),
      "The [topic_id] points at nothing: there is no topic with the id 99",
    ],
    ["an unknown brand", one({ brand_id: "Xiomi" }), "there is no brand of the skey or name [Xiomi]"],
    ["an unknown supplier", one({ provider_id: 77 }), "there is no provider with the id 77"],
    ["an unknown currency", one({ price_curr_id: "EUR" }), "there is no currency of the skey or name [EUR]"],
    ["an unknown word", one({ status_key: "kGone" }), "and [kGone] is none: kInStock, kOnOrder, kOut"],
    [
      "a day that is not",
      one({ exist_time: "2026-02-31" }),
      "The [exist_time] takes a day and a time, and [2026-02-31] is not one",
    ],
    ["neither yes nor no", one({ no_visible: "maybe" }), "The [no_visible] takes yes or no"],
    ["a stock beyond the column", one({ how: 3e9 }), "The [how] keeps a whole number from -2147483648 to 2147483647"],
  ])("%s", async (_, row, text) => {
    const said = await problems({ goods: [row] });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(text);
  });

  it("everything at once, each by its ref", async () => {
    const said = await problems({
      goods: [one({ how: "abc", price: "x" }), one({ ref: "b", name: "B" }), one({ ref: "b" })],
      info: [{ ref: "nobody", info_id: 5, value_txt: "1 TB" }, { ref: "b" }],
      param: [{ ref: "nobody", param_id: 1, value_name: "12 месяцев" }],
      store_price_curr_id: "XTS",
      code_mask: "{nr}",
    });
    expect(said.map((line) => line.split(":")[0]).sort()).toEqual([
      "The [code_mask] knows {id}, {num}, {num",
      "The [store_price_curr_id] points at nothing",
      "goods [a]",
      "goods [a]",
      "goods [b]",
      "info [b]",
      "info [nobody]",
      "param [nobody]",
    ]);
  });

  it("the first twenty, and the whole list as a table [gds-04]", async () => {
    const goods = Array.from({ length: 1500 }, (_, at) => one({ ref: `r${at}`, how: "abc" }));
    const answer = await importGoods({ goods });
    expect(answer.message.split("\n")).toHaveLength(22);
    expect(answer.message).toContain("Nothing was written: 1500 things are wrong\ngoods [r0]: The [how]");
    expect(answer.message).toContain("… and 1480 more: the table problems names the first 1000");
    expect(answer.tables.problems).toHaveLength(1000);
    expect(answer.tables.problems?.[999]).toMatchObject({ stream: "goods", ref: "r999", row: 1000 });
  });

  it("an empty list, a mask that gives one article to all, and one too long", async () => {
    expect(await problems({ goods: [] })).toEqual(["The [goods] is an empty list: there is nothing to add"]);
    expect((await problems({ goods: [one()], code_mask: "NEW" }))[0]).toContain("gives all goods one article");
    expect((await problems({ goods: [one()], code_mask: `{id}${"x".repeat(250)}` }))[0]).toContain("longer than 255");
  });

  it("a name that several rows go by", async () => {
    await store.db.run("INSERT INTO {DBNICK}_brand (id, skey, name) VALUES (50, '', 'Twin'), (51, 'twin', '')");
    const [said] = await problems({ goods: [one({ brand_id: "TWIN" })] });
    expect(said).toContain("The [brand_id] says [TWIN], and several of brand go by it: name one by its id (50, 51)");
  });

  it("a table in somebody's work", async () => {
    await store.db.run(
      "INSERT INTO {DBNICK}_oper_block (table_name, user_id, from_time) VALUES ('topic_store', 2, '2026-06-30 10:00:00')",
    );
    const answer = await importGoods({ goods: [one()] });
    expect(answer.message).toContain("The [topic_store] tables are busy");
    await store.db.run("DELETE FROM {DBNICK}_oper_block");
  });
});

describe("a section that is kept to other people", () => {
  it("is not filled, nor are those below it; the owner fills everything", async () => {
    await store.db.run(
      "INSERT INTO {DBNICK}_agent_tool_right (id, command_id, user_id) SELECT 900, c.id, u.id FROM {DBNICK}_agent_tool_command c JOIN {DBNICK}_agent_tool t ON t.id = c.tool_id, {DBNICK}_user u WHERE t.unit = 'MELBIS_AGENT_IMPORT_GOODS' AND u.login = 'ivan'",
    );
    await store.db.run(
      "INSERT INTO {DBNICK}_topic_right (id, topic_id, group_id, for_frame) SELECT 1, 2, id, 1 FROM {DBNICK}_user_group WHERE skey = 'content'",
    );
    const below = { goods: [one({ topic_id: "gaming" })] };
    expect((await problems(below, "ivan"))[0]).toBe(
      "goods [a]: The section [Игровые ноутбуки] (id 4) is kept to other people",
    );
    expect((await importGoods({ goods: [one({ topic_id: "sale" })] }, "ivan")).result).toBe(true);
    expect((await importGoods(below)).result).toBe(true);
    await store.db.run("UPDATE {DBNICK}_topic_right SET user_id = (SELECT id FROM {DBNICK}_user WHERE login = 'ivan')");
    expect((await importGoods(below, "ivan")).result).toBe(true);
    await store.db.run("DELETE FROM {DBNICK}_topic_right");
  });
});

describe("an import as a whole", () => {
  it("moves the generators past its ids and marks what it changed", async () => {
    await importGoods({
      goods: [one({ topic_id: 2 })],
      info: [{ ref: "a", info_id: "color", value_txt: "Новий" }],
      param: [{ ref: "a", param_id: 1, value_id: 1 }],
    });
    for (const table of ["store", "topic_store", "info_value", "store_param"]) {
      const rows = await store.db.all<Row>(
        `SELECT MAX(id) AS last, (SELECT gen_value FROM {DBNICK}_generator WHERE table_name = '${table}') AS gen FROM {DBNICK}_${table}`,
      );
      expect([table, rows[0]?.gen]).toEqual([table, rows[0]?.last]);
    }
    const marks = await store.db.all<Row>("SELECT table_name FROM {DBNICK}_change_mark ORDER BY table_name");
    expect(marks.map((mark) => mark.table_name)).toEqual([
      "info_value",
      "store",
      "store_info",
      "store_param",
      "topic_store",
    ]);
    expect(await store.db.all("SELECT * FROM {DBNICK}_oper_block")).toEqual([]);
  });

  it.each([100, 300, 1000])("is whole or not there when it is stopped after %i ms", async (cancelAfterMs) => {
    const count = async (sql: string) => Number((await store.db.all<Row>(`SELECT COUNT(*) AS found ${sql}`))[0]?.found);
    const there = async () => [
      await count("FROM {DBNICK}_store WHERE code_made = 'stopped'"),
      await count(
        "FROM {DBNICK}_topic_store t JOIN {DBNICK}_store s ON s.id = t.store_id WHERE s.code_made = 'stopped'",
      ),
    ];
    const goods = Array.from({ length: 50_000 }, (_, at) => ({
      ref: at,
      name: "x",
      code_made: "stopped",
      topic_id: 2,
    }));
    const params = { goods, store_descr: "Опис. ".repeat(100) };
    const call = { unit: "MELBIS_AGENT_IMPORT_GOODS", command: "CmdAdd", params, cancelAfterMs };
    await store.call(call).catch((error: Error) => expect(error.message).toContain("cancelled"));
    const found = await there();
    expect(found[0] === 0 || found[0] === goods.length).toBe(true);
    expect(found[1]).toBe(found[0]);
    expect(await store.db.all("SELECT * FROM {DBNICK}_oper_block")).toEqual([]);
    expect((await importGoods({ goods: [one()] })).result).toBe(true);
    await store.db.run("DELETE FROM {DBNICK}_store WHERE code_made = 'stopped'");
  });

  it("takes ten thousand goods with attributes and parameters [gds-10]", async () => {
    const goods = Array.from({ length: 10_000 }, (_, at) =>
      one({ ref: at, name: `Товар ${at}`, topic_id: 2, price: at / 100 }),
    );
    const info = goods.flatMap(({ ref }) => [
      { ref, info_id: "color", value_txt: `Колір ${Number(ref) % 50}` },
      { ref, info_id: "screen", value_dec: 15.6 },
    ]);
    const param = goods.map(({ ref }) => ({ ref, param_id: 1, value_id: 1 }));
    const answer = await importGoods({ goods, info, param, code_mask: "{num:5}" });
    expect(answer.detail).toEqual({ goods: 10_000, info: 20_000, param: 10_000, new_values: 50 });
    expect(answer.tables.goods).toHaveLength(10_000);
  });
});
