import { createInterface } from "node:readline";
import { Writable } from "node:stream";

const MAX_BYTES = 64 * 1024;

/** Whether somebody sits at a terminal and can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * A password: asked for at a terminal without showing it, else the first line of standard input. Undefined where none is
 * given. It comes from nowhere else, so that it stands in no list of processes and in no shell's history.
 */
export async function askPassword(question: string): Promise<string | undefined> {
  return canAsk() ? askAtTerminal(question, true) : firstLine();
}

/** A word asked for at a terminal. */
export async function askWord(question: string): Promise<string | undefined> {
  return askAtTerminal(question, false);
}

async function askAtTerminal(question: string, hidden: boolean): Promise<string | undefined> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stderr, terminal: true });
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
      lines.once("SIGINT", () => lines.close());
    });
  } finally {
    lines.close();
    if (hidden) process.stderr.write("\n");
  }
}

async function firstLine(): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (piece.includes("\n") || bytes > MAX_BYTES) break;
  }
  const [line = ""] = Buffer.concat(pieces)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  return line === "" ? undefined : line;
}
