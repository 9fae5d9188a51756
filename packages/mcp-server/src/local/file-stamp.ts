import { wallClock } from "@prilavok/protocol";

/** A moment as `YYYYMMDD_HHMMSS_mmm` on the wall clock of a time zone, for names of files. */
export function fileStamp(moment: Date, timezone: string): string {
  const [day, time] = wallClock(moment, timezone).split(" ") as [string, string];
  const ms = String(moment.getMilliseconds()).padStart(3, "0");
  return `${day.replaceAll("-", "")}_${time.replaceAll(":", "")}_${ms}`;
}
