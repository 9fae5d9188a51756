import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DemoStore } from "./demo-store.ts";

const TABLES = ["currency", "store", "generator", "change_mark", "oper_block"];

type Rows = readonly Readonly<Record<string, string | number | null>>[];

let store: DemoStore;
let filled: readonly Rows[];

beforeAll(async () => {
  store = await DemoStore.create({ demo: true });
  filled = await everything();
});

/** The shop as it was filled, for the next test. */
afterEach(async () => {
  await store.db.transaction(async () => {
    for (const [at, table] of TABLES.entries()) {
      await store.db.run(`DELETE FROM {DBNICK}_${table}`);
      for (const row of filled[at] ?? []) {
        const marks = Object.keys(row).map(() => "?");
        await store.db.run(`INSERT INTO {DBNICK}_${table} VALUES (${marks.join(", ")})`, Object.values(row));
      }
    }
  });
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

async function currencies(): Promise<readonly Readonly<Record<string, string | null>>[]> {
  return (await store.run("CmdList")).tables.currency ?? [];
}

async function order(): Promise<(string | null | undefined)[]> {
  return (await currencies()).map((row) => row.skey);
}

/** Everything a refused call must leave alone. */
async function everything(): Promise<Rows[]> {
  return await Promise.all(TABLES.map((table) => store.db.all<Rows[number]>(`SELECT * FROM {DBNICK}_${table}`)));
}

async function refused(command: string, params: Readonly<Record<string, unknown>>): Promise<string> {
  const before = await everything();
  const answer = await store.run(command, params);
  expect(answer.result).toBe(false);
  expect(await everything()).toEqual(before);
  return answer.message;
}

describe("CmdList", () => {
  it("gives every currency with all columns in the order of pos", async () => {
    await store.db.run("UPDATE {DBNICK}_currency SET pos = 9 WHERE skey = 'USD'");
    const answer = await store.run("cmdlist");
    expect(answer).toMatchObject({ result: true, message: "The tables asked for", detail: {} });
    expect(answer.tables.currency).toEqual([
      { id: "2", skey: "UAH", name: "Гривня", multiplex: "43.85", division: "1", provider_id: null, pos: "2" },
      { id: "3", skey: "PLN", name: "Polski złoty", multiplex: "3.685", division: "1", provider_id: "2", pos: "3" },
      { id: "1", skey: "USD", name: "US Dollar", multiplex: "1", division: "1", provider_id: null, pos: "9" },
    ]);
  });
});

describe("CmdAdd", () => {
  it("adds a currency with its defaults at the end and answers its id", async () => {
    expect(await store.run("CmdAdd", { skey: "EUR", name: "Евро", multiplex: 44.2 })).toMatchObject({
      result: true,
      message: "The row of currency is added",
      detail: { id: 4 },
    });
    expect(await store.run("CmdAdd", { name: "Монета 💶" })).toMatchObject({ detail: { id: 5 } });
    expect((await currencies()).slice(3)).toEqual([
      { id: "4", skey: "EUR", name: "Евро", multiplex: "44.2", division: "0", provider_id: null, pos: "4" },
      { id: "5", skey: "", name: "Монета 💶", multiplex: "1", division: "0", provider_id: null, pos: "5" },
    ]);
  });

  it("takes a skey that is there already and names the others that have it", async () => {
    expect((await store.run("CmdAdd", { skey: "EUR", name: "Euro" })).detail).toEqual({ id: 4 });
    const again = await store.run("CmdAdd", { skey: "eur", name: "Euro" });
    expect(again).toMatchObject({ result: true, message: "The row of currency is added" });
    expect(again.detail).toEqual({ id: 5, warning: expect.stringMatching(/^The skey eur stands in .* by id: 4\. /) });
    expect((await store.run("CmdUpdate", { id: 5, skey: "EUR" })).detail).toHaveProperty("warning");
    expect((await store.run("CmdUpdate", { id: [4, 5], skey: "EUR" })).detail).not.toHaveProperty("warning");
    expect((await store.run("CmdUpdate", { id: 5, skey: "XTS" })).detail).not.toHaveProperty("warning");
  });

  it("takes every field, and a skey that is there already", async () => {
    const fields = { skey: "UAH", name: "Гривня НБУ", multiplex: "44.1", division: "yes", provider_id: 3, pos: 1 };
    await store.run("CmdAdd", fields);
    expect((await currencies()).find((row) => row.id === "4")).toEqual({
      id: "4",
      skey: "UAH",
      name: "Гривня НБУ",
      multiplex: "44.1",
      division: "1",
      provider_id: "3",
      pos: "1",
    });
  });

  it("adds the first currency of a shop at the first place", async () => {
    await store.db.run("DELETE FROM {DBNICK}_currency");
    await store.run("CmdAdd", { name: "Euro" });
    expect((await currencies()).map((row) => row.pos)).toEqual(["1"]);
  });

  it.each([
    [{ name: "Ж".repeat(33) }, "The [name] keeps at most 32 characters, and this one has 33"],
    [{ name: "Euro", skey: "E".repeat(33) }, "The [skey] keeps at most 32 characters"],
    [{ name: "  " }, "The [name] is empty"],
    [{ name: "Euro", multiplex: 0.86841 }, "The [multiplex] keeps 4 digits after the point, and [0.86841] has more"],
    [{ name: "Euro", multiplex: 1_000_000 }, "The [multiplex] keeps at most 6 digits before the point"],
    [{ name: "Euro", multiplex: 0 }, "The [multiplex] is a rate above zero"],
    [{ name: "Euro", multiplex: -1 }, "The [multiplex] is a rate above zero"],
    [{ name: "Euro", pos: -1 }, "The [pos] keeps a whole number from 0 to 4294967295"],
    [{ name: "Euro", pos: "18446744073709551616" }, "The [pos] keeps a whole number from 0 to 4294967295"],
    [{ name: "Euro", provider_id: 99 }, "There is no provider with the id 99"],
    [{ name: "Euro", provider_id: "99999999999999999999" }, "There is no provider with the id 99999999999999999999"],
    [{ skey: "EUR" }, "The command [CmdAdd] needs [name] - The name people see, such as Euro"],
    [
      { nme: "Euro" },
      "The command [CmdAdd] has no field [nme] - it takes: skey, name, multiplex, division, provider_id, pos",
    ],
    [{ name: "Euro", multiplex: "44,2" }, "The [multiplex] takes a number, and [44,2] is not one"],
  ])("refuses %j and writes nothing", async (params, message) => {
    expect(await refused("CmdAdd", params)).toContain(message);
  });
});

describe("CmdUpdate", () => {
  it("changes only the fields that are named", async () => {
    const answer = await store.run("CmdUpdate", { id: 2, multiplex: 44.02 });
    expect(answer).toMatchObject({ result: true, message: "The row of currency is changed", detail: { id: [2] } });
    expect((await currencies())[1]).toEqual({
      id: "2",
      skey: "UAH",
      name: "Гривня",
      multiplex: "44.02",
      division: "1",
      provider_id: null,
      pos: "2",
    });
  });

  it("changes several rows alike, and takes a provider away with 0", async () => {
    expect(await store.run("CmdUpdate", { id: ["2", 3, 3], division: false, provider_id: 0 })).toMatchObject({
      message: "2 rows of currency are changed",
    });
    expect((await currencies()).map((row) => [row.division, row.provider_id])).toEqual([
      ["1", null],
      ["0", null],
      ["0", null],
    ]);
  });

  it("says when nothing was named to change", async () => {
    expect(await refused("CmdUpdate", { id: [1, 99] })).toBe("Nothing was named to change");
    expect(await refused("CmdUpdate", { id: 1, name: null })).toBe("Nothing was named to change");
  });

  it.each([
    [{ id: [1, 98, "99999999999999999999"], name: "X" }, "There is no currency with the id 98, 99999999999999999999"],
    [{ id: 1, name: "Ж".repeat(33) }, "The [name] keeps at most 32 characters"],
    [{ id: 1, multiplex: 0.00001 }, "The [multiplex] keeps 4 digits after the point"],
    [{ id: 1, provider_id: 99 }, "There is no provider with the id 99"],
    [{ id: [], name: "X" }, "The [id] takes a whole number, and [[]] is not one"],
    [{ name: "X" }, "The command [CmdUpdate] needs [id] - "],
  ])("refuses %j and writes nothing", async (params, message) => {
    expect(await refused("CmdUpdate", params)).toContain(message);
  });
});

describe("CmdRemove", () => {
  it("removes at once a currency no goods are priced in", async () => {
    await store.run("CmdAdd", { name: "Euro" });
    expect(await store.run("CmdRemove", { id: 4 })).toMatchObject({
      result: true,
      message: "The row of currency is removed",
      detail: { id: [4], goods: 0 },
    });
    expect(await order()).toEqual(["USD", "UAH", "PLN"]);
  });

  it("counts the goods that are priced in it and removes nothing before the second call [cur-05]", async () => {
    const message = await refused("CmdRemove", { id: 3 });
    expect(message).toContain("Goods priced in these currencies: 10");
    expect(message).toContain('"recursive": true');
    expect((await store.run("CmdRemove", { id: [2, 3] })).detail).toEqual({ goods: 20 });
  });

  it("empties the currencies of the prices with recursive, and nothing else of the goods [cur-05]", async () => {
    const columns = ["pprice_curr_id", "rprice_curr_id", "price_curr_id", "price2_curr_id", "price3_curr_id"];
    await store.db.run("UPDATE {DBNICK}_store SET rprice_curr_id = 3, price3_curr_id = 3 WHERE id = 20");
    const before = await store.db.all<Record<string, unknown>>("SELECT * FROM {DBNICK}_store ORDER BY id");
    expect(await store.run("CmdRemove", { id: [3], recursive: true })).toMatchObject({
      result: true,
      detail: { id: [3], goods: 11 },
    });
    const emptied = before.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, columns.includes(column) && value === 3 ? null : value]),
      ),
    );
    expect(await store.db.all("SELECT * FROM {DBNICK}_store ORDER BY id")).toEqual(emptied);
    expect(await order()).toEqual(["USD", "UAH"]);
  });

  it("refuses ids that are not there by their numbers", async () => {
    expect(await refused("CmdRemove", { id: [3, 77, 78], recursive: true })).toBe(
      "There is no currency with the id 77, 78. Nothing was written",
    );
  });
});

describe("CmdPos", () => {
  it("puts rows to the front, shifts them and sorts them [cur-07]", async () => {
    expect(await store.run("CmdPos", { type: "POS", data: [{ id: 3 }] })).toMatchObject({ result: true, detail: {} });
    expect(await order()).toEqual(["PLN", "USD", "UAH"]);
    await store.run("CmdPos", { type: "MOVE", data: [{ id: 3, inc: 1 }] });
    expect(await order()).toEqual(["USD", "PLN", "UAH"]);
    await store.run("CmdPos", { type: "SORT", data: { field: "skey", direction: "DESC" } });
    expect(await order()).toEqual(["USD", "UAH", "PLN"]);
    expect((await currencies()).map((row) => row.pos)).toEqual(["1", "2", "3"]);
  });

  it("takes the data as a JSON string too", async () => {
    await store.run("CmdPos", { type: "POS", data: '[{"id": "2"}]' });
    expect(await order()).toEqual(["UAH", "USD", "PLN"]);
  });

  it("leaves the order as it is where something is wrong", async () => {
    expect(await refused("CmdPos", { type: "POS", data: [{ id: 3 }, { id: 77 }] })).toContain("the id 77");
    expect(await refused("CmdPos", { type: "POS" })).toContain('data takes a list like [{"id": 22}]');
  });
});

describe("every writing command", () => {
  it("marks what it changed and leaves no lock", async () => {
    await store.run("CmdAdd", { name: "Euro" });
    await store.run("CmdRemove", { id: 3, recursive: true });
    const marks = await store.db.all<{ table_name: string }>("SELECT table_name FROM {DBNICK}_change_mark");
    expect(marks.map((mark) => mark.table_name).sort()).toEqual(["currency", "store"]);
    expect(await store.db.all("SELECT * FROM {DBNICK}_oper_block")).toEqual([]);
  });

  it("writes nothing while somebody else has the table in work", async () => {
    await store.db.run(
      "INSERT INTO {DBNICK}_oper_block (table_name, user_id, from_time) VALUES ('currency', 2, '2026-06-30 10:00:00')",
    );
    for (const [command, params] of [
      ["CmdAdd", { name: "Euro" }],
      ["CmdUpdate", { id: 1, name: "Dollar" }],
      ["CmdRemove", { id: 2, recursive: true }],
      ["CmdPos", { type: "POS", data: [{ id: 2 }] }],
    ] as const) {
      expect(await refused(command, params)).toContain("The [currency] tables are busy");
    }
  });

  it("is open to whom it is granted", async () => {
    expect(await store.run("CmdList", {}, "olena")).toMatchObject({ result: true });
    expect((await store.run("CmdRemove", { id: 3 }, "olena")).message).toContain(
      "The command [CmdRemove] of the tool [Business -> Currencies] is not granted to you",
    );
    expect((await store.run("CmdRemove", { id: 3 }, "maria")).detail).toEqual({ goods: 10 });
    expect(await store.run("CmdUpdate", { id: 2, multiplex: 44 }, "ivan")).toMatchObject({ result: true });
  });
});
