/** Making a formatter costs as much as a whole call, so one is kept for each time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The second each time zone was last asked for, in words: a call asks for the same one several times. */
const lastSeconds = new Map<string, { readonly second: number; readonly text: string }>();

/** A moment as `YYYY-MM-DD HH:MM:SS` on the wall clock of a time zone (IANA name). */
export function wallClock(moment: Date, timezone: string): string {
  const second = Math.floor(moment.getTime() / 1000);
  const last = lastSeconds.get(timezone);
  if (last?.second === second) return last.text;
  const text = inWords(moment, timezone);
  lastSeconds.set(timezone, { second, text });
  return text;
}

function inWords(moment: Date, timezone: string): string {
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
