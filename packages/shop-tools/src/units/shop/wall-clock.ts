/** A moment as `YYYY-MM-DD HH:MM:SS` on the store's clock: a module runs in the store's time zone. */
export function wallClock(moment: Date): string {
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join("-");
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(":")}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, "0");
}
