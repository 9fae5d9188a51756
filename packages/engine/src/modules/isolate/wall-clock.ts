/** A moment as `YYYY-MM-DD HH:MM:SS` on the store's clock: an isolate runs in the store's time zone. */
export function wallClock(moment: Date): string {
  const day = [pad(moment.getFullYear(), 4), pad(moment.getMonth() + 1), pad(moment.getDate())].join("-");
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map((part) => pad(part)).join(":")}`;
}

function pad(part: number, width = 2): string {
  return String(part).padStart(width, "0");
}
