import { createHash, randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

const MARK_DIGITS = 4;
const RANDOM_BYTES = 6;
const PART_FILE = /^\.(?<pid>[0-9]+)\.(?<rest>[0-9a-f]+)\.part$/;

/**
 * A new name for a file in `folder` that is still being written. It tells the computer and the process that write it, so
 * that what a killed server has left is known.
 */
export function partPath(folder: string): string {
  return join(folder, `.${process.pid}.${computerMark()}${randomBytes(RANDOM_BYTES).toString("hex")}.part`);
}

/**
 * Removes what killed servers left half-written in a folder, where there is one and as far as that may be. In a folder that is
 * not Prilavok's alone (`"shared"`) only what this computer's own servers have left.
 */
export async function sweepParts(folder: string, whose: "own" | "shared" = "own"): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const { pid, rest = "" } = PART_FILE.exec(name)?.groups ?? {};
    if (pid === undefined || isAlive(Number(pid)) || (whose === "shared" && !isOfThisComputer(rest))) continue;
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

function isOfThisComputer(rest: string): boolean {
  return rest.length === MARK_DIGITS + 2 * RANDOM_BYTES && rest.startsWith(computerMark());
}

function computerMark(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, MARK_DIGITS);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
