/** A moment as `YYYY-MM-DD HH:MM:SS` on the wall clock of a time zone (IANA name). */
export function wallClock(moment: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}:${part("second")}`;
}

/** The same moment as `YYYYMMDD_HHMMSS_mmm`, for names of files. */
export function fileStamp(moment: Date, timezone: string): string {
  const [day, time] = wallClock(moment, timezone).split(" ") as [string, string];
  const ms = String(moment.getMilliseconds()).padStart(3, "0");
  return `${day.replaceAll("-", "")}_${time.replaceAll(":", "")}_${ms}`;
}
