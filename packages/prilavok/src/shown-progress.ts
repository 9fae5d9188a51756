import { shownBytes } from "./shown-bytes.ts";

const PAUSE_MS = 200;

/** Shows on a terminal how many bytes a long work has gone through, and is silent in a pipe. `end` takes the line away. */
export function shownProgress(
  word: string,
  out: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): { report(bytes: number): void; end(): void } {
  if (out.isTTY !== true) return { report: () => undefined, end: () => undefined };
  let done = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    report: (bytes) => {
      done += bytes;
      if (performance.now() - shownAt < PAUSE_MS) return;
      shownAt = performance.now();
      out.write(`\r${word} ${shownBytes(done)}\u001B[K`);
    },
    end: () => {
      if (done > 0) out.write("\r\u001B[K");
    },
  };
}
