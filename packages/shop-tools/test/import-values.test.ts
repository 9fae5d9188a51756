import { beforeAll, describe, expect, it } from "vitest";
import type { Answered } from "./demo-store.ts";
import { importGoods, one, problems, type Row, store, useShop } from "./goods-imports.ts";

useShop();

describe("attributes", () => {
  const infoOf = async (answer: Answered, at = 0) =>
    await store.db.all<Row>(
      `SELECT i.info_id, i.value_id, i.value_dec, i.value_txt, v.name FROM {DBNICK}_store_info i
       LEFT JOIN {DBNICK}_info_value v ON v.id = i.value_id WHERE i.store_id = ? ORDER BY i.id`,
      [Number(answer.tables.goods?.[at]?.id)],
    );

  /** The id of the value [Чорний] of the attribute color. */
  let black = 0;
  beforeAll(async () => {
    const [row] = await store.db.all<Row>("SELECT id FROM {DBNICK}_info_value WHERE name = 'Чорний'");
    black = Number(row?.id);
  });

  it("keep words where the attribute keeps its values: in its list, as a number, as a text", async () => {
    const answer = await importGoods({
      goods: [one()],
      info: [
        { ref: "a", info_id: "memory", value_txt: " 16 gb " },
        { ref: "a", info_id: "Колір", value_id: black },
        { ref: "a", info_id: "screen", value_txt: "15.6" },
        { ref: "a", info_id: "Weight, kg", value_dec: 1.25 },
        { ref: "a", info_id: "fits", value_txt: "USB-C 💻" },
      ],
    });
    expect(answer.message).toBe("1 good is added");
    expect(await infoOf(answer)).toMatchObject([
      { name: "16 GB", value_dec: 0, value_txt: "" },
      { value_id: black, name: "Чорний" },
      { value_id: null, value_dec: 15.6 },
      { value_id: null, value_dec: 1.25 },
      { value_id: null, value_txt: "USB-C 💻" },
    ]);
  });

  it("gain a value they do not keep, once however often it is said", async () => {
    const info = ["a", "b", "b"].map((ref, at) => ({
      ref,
      info_id: "color",
      value_txt: at === 2 ? "Мідний" : at === 0 ? "М'ятний" : "м'ятний",
    }));
    const answer = await importGoods({ goods: [one(), one({ ref: "b" })], info });
    expect(answer.detail).toMatchObject({ info: 3, new_values: 2 });
    const [[first], [second, third]] = [await infoOf(answer), await infoOf(answer, 1)];
    expect([first?.name, second?.name, third?.name]).toEqual(["М'ятний", "М'ятний", "Мідний"]);
    const fresh = await store.db.all<Row>("SELECT * FROM {DBNICK}_info_value WHERE id = ?", [Number(third?.value_id)]);
    expect(fresh).toMatchObject([{ kind_key: "kMain", name: "Мідний" }]);
    expect(
      (await importGoods({ goods: [one()], info: [{ ref: "a", info_id: "color", value_txt: "МІДНИЙ" }] })).detail,
    ).toMatchObject({ new_values: 0 });
  });

  it("take the defaults of their stream", async () => {
    const answer = await importGoods({
      goods: [one()],
      info: [{ ref: "a" }, { ref: "a", value_txt: "Білий" }],
      info_info_id: "color",
      info_value_txt: "Чорний",
    });
    expect((await infoOf(answer)).map((row) => row.name)).toEqual(["Чорний", "Білий"]);
  });

  it.each<[string, object, string]>([
    [
      "a value that is not kept, with value_add off",
      { info_id: "color", value_txt: "Рожевий" },
      "has no value [Рожевий], and value_add is off",
    ],
    [
      "an attribute that is not there",
      { info_id: "colour", value_txt: "x" },
      "there is no info of the skey or name [colour]",
    ],
    ["a folder", { info_id: 1, value_txt: "x" }, "is a folder of attributes"],
    ["a value of another attribute", { info_id: "color", value_id: 1 }, "has no value with the id 1"],
    [
      "words where a number is kept",
      { info_id: "screen", value_txt: "15,6" },
      "The [value_txt] takes a number, and [15,6] is not one",
    ],
    [
      "a number of five digits after the point",
      { info_id: "screen", value_dec: 1.23456 },
      "The [value_dec] keeps 4 digits after the point",
    ],
    ["two ways at once", { info_id: "color", value_id: 1, value_txt: "Чорний" }, "Say the value in one way"],
    ["no value", { info_id: "color" }, "Say the value in one way"],
    ["an empty value", { info_id: "color", value_txt: " " }, "The [value_txt] is empty"],
  ])("refuse %s", async (_, row, text) => {
    const said = await problems({ goods: [one()], info: [{ ref: "a", ...row }], value_add: false });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`info [a]: `);
    expect(said[0]).toContain(text);
  });

  it("refuse a value that is named twice", async () => {
    const info = [1, 2].map(() => ({ ref: "a", info_id: "color", value_txt: "Чорний" }));
    expect((await problems({ goods: [one()], info }))[0]).toContain("another row names already");
  });
});

describe("parameters", () => {
  const paramOf = async (answer: Answered) =>
    await store.db.all<Row>("SELECT * FROM {DBNICK}_store_param WHERE store_id = ? ORDER BY pos", [
      Number(answer.tables.goods?.[0]?.id),
    ]);

  it("offer values by their words or id, at the value's own sum or another", async () => {
    const answer = await importGoods({
      goods: [one()],
      param: [
        { ref: "a", param_id: "warranty", value_name: "24 Месяца" },
        { ref: "a", param_id: "warranty", value_id: 3, value_set_sum: "55.50", value_curr_id: "UAH" },
      ],
    });
    expect(await paramOf(answer)).toMatchObject([
      { param_id: 1, value_id: 2, value_name: "24 месяца", value_set_sum: 29, value_curr_id: 1, pos: 1 },
      { param_id: 1, value_id: 3, value_name: "36 месяцев", value_set_sum: 55.5, value_curr_id: 2, pos: 2 },
    ]);
  });

  it("have a value of the good's own where their set is not fixed", async () => {
    await store.db.run("INSERT INTO {DBNICK}_param (id, skey, name, pos) VALUES (9, 'size', 'Розмір', 9)");
    const answer = await importGoods({
      goods: [one()],
      param: [{ ref: "a", param_id: 9, value_name: "XL" }],
      param_value_set_sum: 5,
    });
    expect(await paramOf(answer)).toMatchObject([
      { param_id: 9, value_id: null, value_name: "XL", value_set_sum: 5, value_curr_id: null },
    ]);
  });

  it.each<[string, object, string]>([
    [
      "a value out of a fixed set",
      { param_id: 1, value_name: "5 лет" },
      "has a fixed set of values, and [5 лет] is none of them",
    ],
    ["a value of another parameter", { param_id: 2, value_id: 1 }, "has no value with the id 1"],
    ["no parameter", { value_id: 1 }, "It names no parameter"],
    ["no value", { param_id: 1 }, "Say the value in one way"],
  ])("refuse %s", async (_, row, text) => {
    expect((await problems({ goods: [one()], param: [{ ref: "a", ...row }] }))[0]).toContain(`param [a]: `);
    expect((await problems({ goods: [one()], param: [{ ref: "a", ...row }] }))[0]).toContain(text);
  });
});
