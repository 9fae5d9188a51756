import { readFileSync } from "node:fs";

/** The objects of a JSON Lines file beside this one. Throws with the line's number where one is not JSON. */
export function readLines<Line>(path: string): Line[] {
  const lines = readFileSync(new URL(path, import.meta.url), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as Line];
    } catch (cause) {
      throw new Error(`${path}, line ${index + 1}, is not JSON`, { cause });
    }
  });
}
