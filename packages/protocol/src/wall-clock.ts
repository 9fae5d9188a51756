/** Making a formatter costs as much as a whole call, so one is kept for each time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as `YYYY-MM-DD HH:MM:SS` on the wall clock of a time zone (IANA name). */
export function wallClock(moment: Date, timezone: string): string {
  const parts = formatOf(timezone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}:${part("second")}`;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const kept = formats.get(timezone);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timezone, format);
  return format;
}
