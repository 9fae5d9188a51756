import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** A line without an end is cut here: what a child prints is never held whole. */
const MAX_LINE = 8192;

/** Hands what a child prints to the log, a line at a time. */
export function logLines(stream: Readable, log: (line: string) => void): void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const take = (text: string): void => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) log(line.slice(0, MAX_LINE));
    if (rest.length > MAX_LINE) {
      log(rest.slice(0, MAX_LINE));
      rest = "";
    }
  };
  stream.on("data", (piece: Buffer) => take(decoder.write(piece)));
  stream.once("end", () => {
    if (rest !== "") log(rest);
  });
  stream.on("error", () => undefined);
}
