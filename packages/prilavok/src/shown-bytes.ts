const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** A size for a person: `184 KB`, `2.1 GB`. */
export function shownBytes(bytes: number): string {
  let unit = 0;
  let size = bytes;
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1024;
  return `${unit === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10} ${UNITS[unit]}`;
}
