import { createReadStream } from "node:fs";
import { dirname } from "node:path";
import { lock } from "proper-lockfile";
import { RowFile } from "./row-file.ts";

const PIECE_BYTES = 1024 * 1024;

/**
 * Adds a table's rows to a job's file: the old rows and the new ones are written beside it and take its place as one,
 * so it only grows by whole answers. Calls that meet, in this process or another, take turns. Answers the rows it holds now.
 */
export async function appendToJob(jobPath: string, rowsPath: string): Promise<number> {
  const release = await lock(jobPath, {
    realpath: false,
    stale: 5_000,
    retries: { retries: 200, minTimeout: 20, maxTimeout: 200 },
  });
  try {
    const file = new RowFile(dirname(jobPath));
    try {
      await copyRows(jobPath, file, "optional");
      await copyRows(rowsPath, file, "required");
      await file.finish();
      file.moveTo(jobPath);
      return file.head.rows;
    } catch (error) {
      await file.discard();
      throw error;
    }
  } finally {
    await release();
  }
}

async function copyRows(path: string, file: RowFile, presence: "optional" | "required"): Promise<void> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) await file.write(piece as Buffer);
  } catch (error) {
    if (presence === "required" || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
