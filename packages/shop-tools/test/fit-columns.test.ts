import { describe, expect, it } from "vitest";
import { decimalFits, longTextFits, textFits, wholeFits } from "../src/units/shop/fit-columns.ts";

describe("textFits", () => {
  it("counts characters, not their halves or bytes", () => {
    expect(textFits("name", "Ж".repeat(32), 32)).toBeUndefined();
    expect(textFits("name", "💶".repeat(32), 32)).toBeUndefined();
    expect(textFits("name", "💶".repeat(33), 32)).toContain(
      "The [name] keeps at most 32 characters, and this one has 33",
    );
  });

  it("takes a value that is not named", () => {
    expect(textFits("name", undefined, 32)).toBeUndefined();
  });
});

describe("decimalFits", () => {
  it.each([0, 1, 44.2, 0.0001, 587.2113, 999_999.9999, -1.5, 1e-4])("takes %d", (value) => {
    expect(decimalFits("multiplex", value, 6, 4)).toBeUndefined();
  });

  it.each([1_000_000, -1_000_000, 1e15])("refuses %d, which has too many digits before the point", (value) => {
    expect(decimalFits("multiplex", value, 6, 4)).toContain("The [multiplex] keeps at most 6 digits before the point");
  });

  it.each([0.00001, 44.20001, 999_999.99999])("refuses %d, which would be rounded", (value) => {
    expect(decimalFits("multiplex", value, 6, 4)).toContain("The [multiplex] keeps 4 digits after the point");
  });
});

describe("longTextFits", () => {
  it("counts bytes, as the column does", () => {
    expect(longTextFits("descr", "Ж".repeat(32_767))).toBeUndefined();
    expect(longTextFits("descr", "Ж".repeat(32_768))).toContain(
      "The [descr] keeps at most 65535 bytes of UTF-8, and this one has 65536",
    );
    expect(longTextFits("descr", undefined)).toBeUndefined();
  });
});

describe("wholeFits", () => {
  it("takes what int unsigned keeps and refuses the rest", () => {
    expect([undefined, 0, 4_294_967_295, 7n].map((value) => wholeFits("pos", value))).toEqual(Array(4).fill(undefined));
    for (const value of [-1, 4_294_967_296, 2n ** 64n]) expect(wholeFits("pos", value)).toContain(`[${value}]`);
  });

  it("takes another range", () => {
    expect(wholeFits("rating", -128, -128, 127)).toBeUndefined();
    expect(wholeFits("rating", 128, -128, 127)).toContain("The [rating] keeps a whole number from -128 to 127");
  });
});
