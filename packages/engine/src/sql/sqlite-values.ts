import type { SqlValue } from "./database.ts";

/** A value as the driver gives it with `safeIntegers`: a bigint is SQLite's INTEGER, a number its REAL. */
export type SqliteValue = bigint | number | string | Buffer | null;

/** The text SQLite prints for a value; NULL stays null, a BLOB is `0x…` in upper-case hexadecimal. */
export function sqliteText(value: SqliteValue): string | null {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      return value.toString();
    case "number":
      return realText(value);
    default:
      return value === null ? null : `0x${value.toString("hex").toUpperCase()}`;
  }
}

/**
 * A REAL in SQLite's spelling with the fewest digits that read back the same: `1.0`, `44.2`, `1.0e+20`, `Inf`.
 * Minus zero is `0.0`, as SQLite prints it.
 */
export function realText(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0.0";
  if (size === Number.POSITIVE_INFINITY) return value < 0 ? "-Inf" : "Inf";
  if (size >= 1e-4 && size < 1e17) return Number.isInteger(value) ? `${value}.0` : `${value}`;
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  const mantissa = digits.includes(".") ? digits : `${digits}.0`;
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

/** A value as the driver must get it: it would bind the number 1 as the REAL 1.0. */
export function bindable(value: SqlValue): SqlValue {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}
