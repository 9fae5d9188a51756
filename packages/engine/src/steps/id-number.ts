/** The digits of an id as a number where that holds them all. */
export function idNumber(digits: string): number | string {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : digits;
}
