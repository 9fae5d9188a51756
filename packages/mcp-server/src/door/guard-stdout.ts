import type { Writable } from "node:stream";

/**
 * Keeps `output` for the protocol: what anything else writes to it, `console.log` first of all, goes to standard error.
 * Hands back the way past the guard, and the way to take it down.
 */
export function guardStdout(output: Writable): {
  write: (text: string, done?: () => void) => boolean;
  release: () => void;
} {
  const write = output.write;
  output.write = process.stderr.write.bind(process.stderr);
  // A host that closes standard error loses the log, not the server.
  process.stderr.on("error", () => undefined);
  return {
    write: (text, done) => write.call(output, text, "utf8", done),
    release: () => {
      output.write = write;
    },
  };
}
