/**
 * Whether values fit the columns they are meant for. Each answers a refusal that names the field, or nothing; a value
 * that is not named fits. A database may cut or round without a word, so a module asks before it writes.
 */

/** Lengths count in characters, as the column does. */
export function textFits(field: string, value: string | undefined, limit: number): string | undefined {
  const length = value === undefined ? 0 : [...value].length;
  if (length <= limit) return undefined;
  return `The [${field}] keeps at most ${limit} characters, and this one has ${length}: shorten it. Nothing was written`;
}

/** For `decimal(whole + fraction, fraction)`. */
export function decimalFits(
  field: string,
  value: number | undefined,
  whole: number,
  fraction: number,
): string | undefined {
  if (value === undefined) return undefined;
  if (Math.abs(value) >= 10 ** whole) {
    return `The [${field}] keeps at most ${whole} digits before the point, and [${value}] has more. Nothing was written`;
  }
  if (Number(value.toFixed(fraction)) === value) return undefined;
  return `The [${field}] keeps ${fraction} digits after the point, and [${value}] has more: round it to ${value.toFixed(fraction)} yourself. Nothing was written`;
}

/** For `int unsigned`. */
export function unsignedFits(field: string, value: number | bigint | undefined): string | undefined {
  if (value === undefined || (value >= 0 && value <= 4_294_967_295)) return undefined;
  return `The [${field}] keeps a whole number from 0 to 4294967295, and [${value}] is not one. Nothing was written`;
}
