/** The words of page 80 that both ends of the HTTP wire spell the same; `docs/reference/wire.md` explains them. */
export const wire = {
  /** The versions this build speaks, the newest first. */
  versions: ["1"],
  /** What it can beyond them: `alive`, control lines `{"alive": true}` while nothing else is to be sent. */
  can: ["alive"],
  /** How often an end that can `alive` hears from the other while a call works, in milliseconds. */
  aliveMs: 10_000,
  callPath: "/agent",
  /** `<filesPath>/<entity>/<id>` is the bytes of an element file. */
  filesPath: "/files",
  versionHeader: "prilavok-wire",
  canHeader: "prilavok-can",
  rowsType: "application/x-prilavok-rows",
  /** The part of a multipart request that holds the call; the files follow it. */
  callPart: "call",
} as const;

/** Whether a header that lists words holds one of these; parameters behind a `;` do not count. */
export function listsOneOf(header: string | readonly string[] | undefined, words: readonly string[]): boolean {
  if (header === undefined) return false;
  const text = typeof header === "string" ? header : header.join(",");
  // As a rule a header holds the one word alone.
  return words.includes(text) || text.split(",").some((word) => words.includes(word.split(";", 1)[0]?.trim() ?? ""));
}
