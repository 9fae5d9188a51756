import { describe, expect, it } from "vitest";
import { readFileEntry, readId } from "./file-entry.ts";
import { readFileAddress, readFileWish } from "./file-wish.ts";

describe("an entry of attachments", () => {
  it("has a kind without being told, and keeps the keys it does not know", () => {
    expect(readFileEntry({ entity: "store", elem_id: 1532, kind_key: null, angle: [1] })).toEqual({
      entity: "store",
      elemId: "1532",
      kindKey: "kBase",
      realName: undefined,
      more: { angle: [1] },
    });
  });

  it("keeps a name of 255 characters, whatever they weigh [att-18]", () => {
    const name = "👩‍👧".normalize("NFD").repeat(85);
    expect([...name]).toHaveLength(255);
    expect(readFileEntry({ entity: "store", elem_id: 1, real_name: name })).toMatchObject({ realName: name });
    expect(readFileEntry({ entity: "store", elem_id: 1, real_name: `${name}x` })).toHaveProperty("refusal");
  });

  it.each([
    [{ elem_id: 1 }, "Every entry needs entity - "],
    [{ entity: 5, elem_id: 1 }, "Every entry needs entity - "],
    [{ entity: "store" }, "Every entry needs elem_id - "],
    [{ entity: "store", elem_id: "1 OR 1" }, "Every entry needs elem_id - "],
    [{ entity: "store", elem_id: 1, kind_key: "" }, "The kind_key takes a word"],
    [{ entity: "store", elem_id: 1, kind_key: "k".repeat(101) }, "The kind_key takes a word"],
    [{ entity: "store", elem_id: 1, real_name: ["a"] }, "The real_name takes a text"],
    [{ entity: "store", elem_id: 1, real_name: "half \ud83d" }, "The real_name takes a text"],
  ])("%j is refused in words [att-02, att-18]", (entry, start) => {
    expect(readFileEntry(entry)).toEqual({ refusal: expect.stringMatching(`^${start}`) });
  });
});

describe("an id", () => {
  it.each([
    [841, "841"],
    ["0841", "841"],
    ["18446744073709551615", "18446744073709551615"],
    [0, "0"],
    [2 ** 53, undefined],
    [-1, undefined],
    [1.5, undefined],
    ["", undefined],
    ["1e3", undefined],
    [" 1", undefined],
    ["٣", undefined],
    [null, undefined],
  ])("%j is %j", (value, digits) => {
    expect(readId(value)).toBe(digits);
  });
});

describe("what is asked for", () => {
  it("is one file by its id, or an element", () => {
    expect(readFileWish({ entity: "store", id: 841, elem_id: 5 })).toEqual({ entity: "store", id: "841" });
    expect(readFileWish({ entity: "store", elem_id: "5", id: null })).toEqual({ entity: "store", elemId: "5" });
    expect(readFileAddress({ entity: "store", id: "841" })).toEqual({ entity: "store", id: "841" });
  });

  it("is refused with a key that is not known", () => {
    expect(readFileWish({ entity: "store", elem_id: 5, kind_key: "kBase" })).toEqual({
      refusal: "An entry has an unknown key [kind_key]; it takes: entity, id, elem_id. Nothing was done.",
    });
    expect(readFileAddress({ entity: "store", id: 5, elem_id: 5 })).toHaveProperty("refusal");
  });
});
