/**
 * Whether values fit the columns they are meant for. Each answers what is wrong, with the field named, or nothing; a value
 * that is not named fits. A database may cut or round without a word, so a module asks before it writes.
 */

/** Lengths count in characters, as the column does. */
export function textFits(field: string, value: string | undefined, limit: number): string | undefined {
  // A text never has more characters than halves of them.
  if (value === undefined || value.length <= limit) return undefined;
  const length = [...value].length;
  if (length <= limit) return undefined;
  return `The [${field}] keeps at most ${limit} characters, and this one has ${length}: shorten it`;
}

const TEXT_BYTES = 65_535;

/** For `text`, which counts in bytes of UTF-8. */
export function longTextFits(field: string, value: string | undefined): string | undefined {
  if (value === undefined || value.length * 3 <= TEXT_BYTES) return undefined;
  const bytes = Buffer.byteLength(value);
  if (bytes <= TEXT_BYTES) return undefined;
  return `The [${field}] keeps at most ${TEXT_BYTES} bytes of UTF-8, and this one has ${bytes}: shorten it`;
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
    return `The [${field}] keeps at most ${whole} digits before the point, and [${value}] has more`;
  }
  if (Number(value.toFixed(fraction)) === value) return undefined;
  return `The [${field}] keeps ${fraction} digits after the point, and [${value}] has more: round it to ${value.toFixed(fraction)} yourself`;
}

/** For whole numbers; without a range, for `int unsigned`. */
export function wholeFits(
  field: string,
  value: number | bigint | undefined,
  from = 0,
  to = 4_294_967_295,
): string | undefined {
  if (value === undefined || (value >= from && value <= to)) return undefined;
  return `The [${field}] keeps a whole number from ${from} to ${to}, and [${value}] is not one`;
}
