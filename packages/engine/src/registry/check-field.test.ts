import { describe, expect, it } from "vitest";
import { checkField } from "./check-field.ts";

/** A field `x` of the type gets the value; the module gets the last one. */
const taken: [type: string, value: unknown, gets: unknown][] = [
  ["str", "Євро 💶", "Євро 💶"],
  ["str", "", ""],
  ["str", true, "true"],
  ["str", 1.5, "1.5"],
  ["str", -0, "0"],
  ["str", Number.MAX_SAFE_INTEGER, "9007199254740991"],
  ["str", "0017", "0017"],
  ["str", '{"a":1}', '{"a":1}'],
  ["str", "a\u0000b", "a\u0000b"],
  ["int", "007", 7],
  ["int", "-0", 0],
  ["int", -0, 0],
  ["int", 5.0, 5],
  ["int", "9007199254740991", 9007199254740991],
  ["int", "-9007199254740992", -9007199254740992n],
  ["int", "2047948614742839297", 2047948614742839297n],
  ["int", `${"0".repeat(1000)}1`, 1],
  ["int", "9".repeat(100), BigInt("9".repeat(100))],
  ["float", -1.25, -1.25],
  ["float", "-0.5", -0.5],
  ["float", "007.50", 7.5],
  ["float", "-0", 0],
  ["float", "12345678901234567890", 1.2345678901234567e19],
  ["bool", "TRUE", true],
  ["bool", "On", true],
  ["bool", "1", true],
  ["bool", false, false],
  ["bool", "no", false],
  ["date", "2000-02-29", "2000-02-29"],
  ["date", "0001-01-01", "0001-01-01"],
  ["date", "9999-12-31", "9999-12-31"],
  ["time", "00:00", "00:00:00"],
  ["time", "23:59:59", "23:59:59"],
  ["datetime", "2026-09-18 14:05:09", "2026-09-18 14:05:09"],
  ["json", [], []],
  ["json", ' {"a": [1, "b"]}', { a: [1, "b"] }],
  ["json", '\uFEFF["a"]', ["a"]],
  ["json", { note: '{"kept": "text"}' }, { note: '{"kept": "text"}' }],
  ["jsonl", [], []],
  ["jsonl", '[{"a": 1}]', [{ a: 1 }]],
  ["int/json", "[1, 2]", [1, 2]],
  ["int/json", "5", [5]],
  ["int/json", ["9007199254740993", 1], [9007199254740993n, 1]],
  ["str/json", '["a", "b"]', ["a", "b"]],
  ["str/json", "[not a list", ["[not a list"]],
  ["str/json", '{"a":1}', ['{"a":1}']],
  ["bool/json", ["on", 0], [true, false]],
  ["date/json", "2026-01-01", ["2026-01-01"]],
];

const passAsText = "a number beyond ±9007199254740991 has lost its last digits on the way here: pass it as a string";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const tooDeep = "it nests deeper than 1000 levels: make it flatter";

const refused: [type: string, value: unknown, message: string][] = [
  ["str", [], "The [x] takes a single value, and [[]] is not one"],
  ["json", nested(1002), `The [x] takes a list or an object, and [${"[".repeat(80)}…] is not one - ${tooDeep}`],
  [
    "json",
    JSON.parse(nested(5000)),
    `The [x] takes a list or an object, and [${"[".repeat(80)}…] is not one - ${tooDeep}`,
  ],
  ["str", 9007199254740992, `The [x] takes a single value, and [9007199254740992] is not one - ${passAsText}`],
  ["str", "half \ud83d", "The [x] takes a single value, and [half \\ud83d] is not one - it holds half of a character"],
  ["int", " 12 ", "The [x] takes a whole number, and [ 12 ] is not one - digits alone, like 1234"],
  ["int", "+5", "The [x] takes a whole number, and [+5] is not one"],
  ["int", "١٢", "The [x] takes a whole number, and [١٢] is not one"],
  ["int", "12\n", "The [x] takes a whole number, and [12\\u000a] is not one"],
  ["int", "-", "The [x] takes a whole number, and [-] is not one"],
  ["int", "1.0", "The [x] takes a whole number, and [1.0] is not one"],
  ["int", "1,800", "The [x] takes a whole number, and [1,800] is not one"],
  ["int", "9".repeat(1_000_000), "The [x] takes a whole number, and [999"],
  ["int", 2 ** 53, `The [x] takes a whole number, and [9007199254740992] is not one - ${passAsText}`],
  ["int", { a: 1 }, 'The [x] takes a whole number, and [{"a":1}] is not one'],
  ["float", "1,800", "The [x] takes a number, and [1,800] is not one - digits with a point, like 1234.5"],
  ["float", "1 234,50", "The [x] takes a number, and [1 234,50] is not one"],
  ["float", "4.82304E+12", "The [x] takes a number, and [4.82304E+12] is not one"],
  ["float", ".5", "The [x] takes a number, and [.5] is not one"],
  ["float", "5.", "The [x] takes a number, and [5.] is not one"],
  ["float", "9".repeat(400), "The [x] takes a number, and [999"],
  ["float", 1e300, `The [x] takes a number, and [1e+300] is not one - ${passAsText}`],
  ["float", true, "The [x] takes a number, and [true] is not one"],
  ["bool", "y", "The [x] takes yes or no, and [y] is not one"],
  ["bool", "", "The [x] takes yes or no, and [] is not one"],
  ["bool", [true], "The [x] takes yes or no, and [[true]] is not one"],
  ["date", "2023-02-29", "The [x] takes a day, and [2023-02-29] is not one"],
  ["date", "1900-02-29", "The [x] takes a day, and [1900-02-29] is not one"],
  ["date", "2026-04-31", "The [x] takes a day, and [2026-04-31] is not one"],
  ["date", "0000-00-00", "The [x] takes a day, and [0000-00-00] is not one"],
  ["date", "0000-01-01", "The [x] takes a day, and [0000-01-01] is not one"],
  ["date", "2026-13-01", "The [x] takes a day, and [2026-13-01] is not one"],
  ["date", "2026-9-18", "The [x] takes a day, and [2026-9-18] is not one"],
  ["date", "2026-09-18 10:00", "The [x] takes a day, and [2026-09-18 10:00] is not one"],
  ["date", 20260918, "The [x] takes a day, and [20260918] is not one - a day of the calendar as YYYY-MM-DD"],
  ["time", "12:60", "The [x] takes a time, and [12:60] is not one"],
  ["time", "12:00:00.5", "The [x] takes a time, and [12:00:00.5] is not one"],
  ["time", "12:00Z", "The [x] takes a time, and [12:00Z] is not one"],
  ["datetime", "2026-09-18T14:05:00Z", "The [x] takes a day and a time, and [2026-09-18T14:05:00Z] is not one"],
  [
    "datetime",
    "2026-09-18T14:05:00+02:00",
    "The [x] takes a day and a time, and [2026-09-18T14:05:00+02:00] is not one",
  ],
  ["datetime", "2026-09-18 14:05:00.123", "The [x] takes a day and a time, and [2026-09-18 14:05:00.123] is not one"],
  ["datetime", "2026-09-18  14:05", "The [x] takes a day and a time, and [2026-09-18  14:05] is not one"],
  ["datetime", "2026-09-18 ", "The [x] takes a day and a time, and [2026-09-18 ] is not one"],
  ["datetime", "2026-02-30 14:05", "The [x] takes a day and a time, and [2026-02-30 14:05] is not one"],
  ["json", 5, "The [x] takes a list or an object, and [5] is not one"],
  [
    "json",
    '{"a":',
    'The [x] takes a list or an object, and [{"a":] is not one - as JSON, or as a string of whole JSON',
  ],
  ["json", '"[1]"', 'The [x] takes a list or an object, and ["[1]"] is not one'],
  [
    "json",
    { a: [{ b: 9007199254740992 }] },
    `The [x] takes a list or an object, and [{"a":[{"b":9007199254740992}]}] is not one - ${passAsText}`,
  ],
  [
    "json",
    '{"id": 2047948614742839297}',
    `The [x] takes a list or an object, and [{"id": 2047948614742839297}] is not one - ${passAsText}`,
  ],
  ["json", { a: ["\udc00"] }, "The [x] takes a list or an object, and"],
  ["jsonl", [{ a: 1 }, null], 'The [x] takes a list of objects, and [[{"a":1},null]] is not one'],
  ["jsonl", [[{ a: 1 }]], 'The [x] takes a list of objects, and [[[{"a":1}]]] is not one'],
  [
    "jsonl",
    [{ a: -9007199254740992 }],
    `The [x] takes a list of objects, and [[{"a":-9007199254740992}]] is not one - ${passAsText}`,
  ],
  ["int/json", "[]", "The [x] takes a whole number, and [[]] is not one"],
  ["int/json", [1, null], "The [x] takes a whole number, and [null] is not one"],
  ["int/json", "[1,", "The [x] takes a whole number, and [[1,] is not one"],
  ["int/json", [[1]], "The [x] takes a whole number, and [[1]] is not one"],
  [
    "int/json",
    [1, 9007199254740992],
    `The [x] takes a whole number, and [9007199254740992] is not one - ${passAsText}`,
  ],
  ["str/json", [["a"]], 'The [x] takes a single value, and [["a"]] is not one'],
  ["files", "photo.jpg", "The [x] takes files, and [photo.jpg] is not one"],
  ["text", "a", "The [x] is declared with the type [text], which is none"],
  ["json/json", [1], "The [x] is declared with the type [json/json], which is none"],
  ["int/JSON", [1], "The [x] is declared with the type [int/JSON], which is none"],
];

describe("checkField", () => {
  it.each(taken)("gives %s from %j as %o", (type, value, gets) => {
    const checked = checkField("x", type, value);
    expect(checked).toStrictEqual({ ok: true, value: gets });
  });

  it.each(refused)("refuses for %s the value %j", (type, value, message) => {
    const checked = checkField("x", type, value);
    expect(checked).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  it("never gives a minus zero", () => {
    for (const [type, value] of [
      ["int", -0],
      ["int", "-00"],
      ["float", -0],
      ["float", "-0.0"],
    ] as const) {
      expect(checkField("x", type, value)).toStrictEqual({ ok: true, value: 0 });
    }
  });

  it("bounds the refusal of a huge value", () => {
    const checked = checkField("x", "int", "a".repeat(10_000_000));
    expect(checked.ok ? "" : checked.message).toHaveLength(154);
  });

  it("looks through a list nested a hundred thousand times", () => {
    let deep: unknown = [9007199254740992];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(checkField("x", "json", deep).ok).toBe(false);
  });

  it("keeps a key that an object usually inherits", () => {
    expect(checkField("x", "json", '{"__proto__": 1}')).toStrictEqual({
      ok: true,
      value: JSON.parse('{"__proto__": 1}'),
    });
  });
});
