import { describe, expect, it } from "vitest";
import { sqliteText } from "./sqlite-values.ts";

describe("a value as SQLite prints it", () => {
  it("spells a REAL as SQLite does, with the fewest digits", () => {
    const spelled: readonly (readonly [number, string])[] = [
      [0, "0.0"],
      [-0, "0.0"],
      [1, "1.0"],
      [-44.2, "-44.2"],
      [0.1 + 0.2, "0.30000000000000004"],
      [0.0001, "0.0001"],
      [0.00001, "1.0e-05"],
      [0.000012345, "1.2345e-05"],
      [1e16, "10000000000000000.0"],
      [1e17, "1.0e+17"],
      [1e20, "1.0e+20"],
      [-1.5e300, "-1.5e+300"],
      [1e-300, "1.0e-300"],
      [Number.POSITIVE_INFINITY, "Inf"],
      [Number.NEGATIVE_INFINITY, "-Inf"],
    ];
    for (const [value, text] of spelled) expect(sqliteText(value)).toBe(text);
  });

  it("keeps every digit of an INTEGER, NULL as null, bytes as upper-case hexadecimal", () => {
    expect(sqliteText(9223372036854775807n)).toBe("9223372036854775807");
    expect(sqliteText(null)).toBeNull();
    expect(sqliteText(Buffer.from([0x00, 0xff, 0x10, 0xc3, 0xa9]))).toBe("0x00FF10C3A9");
    expect(sqliteText("a\u0000b")).toBe("a\u0000b");
  });
});
