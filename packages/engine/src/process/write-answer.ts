import { writeSync } from "node:fs";

/** Where a child's answers go: row frames, in pieces of 64 KB and more where there is as much. */
const ANSWERS_FD = 3;

/** Writes a piece of a child's answer and waits until the pipe has taken it: a slow reader slows the child down. */
export function writeAnswer(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(ANSWERS_FD, bytes, at);
}
