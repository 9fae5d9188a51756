import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { doctorWords, systemReason } from "@prilavok/protocol";
import { shownBytes } from "../shown-bytes.ts";
import { bad, type Check, good } from "./check.ts";

const NEEDED_NODE = [20, 20] as const;
const LOW_BYTES = 500 * 1024 * 1024;

/** The Node that runs this program. */
export function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
  const words = fits ? doctorWords.node : doctorWords.oldNode;
  return { what: "computer", ok: fits, text: words(process.versions.node, NEEDED_NODE.join(".")) };
}

/** Can this person write into the store folder, and is there room. */
export async function checkDisk(folder: string): Promise<Check> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    return free < LOW_BYTES
      ? bad("disk", doctorWords.lowDisk(shownBytes(free)))
      : good("disk", doctorWords.disk(shownBytes(free)));
  } catch (error) {
    return bad("disk", doctorWords.noDisk(systemReason(error)));
  }
}
