/** An id as it is bound, and as modules and answers get it: a number, or its digits where a number would lose some. */
export function idValue(digits: string): number | string {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : digits;
}
