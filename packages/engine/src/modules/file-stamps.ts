import { statSync } from "node:fs";

/** A file or directory as it was: path, size, mtimeNs, ctimeNs and inode; a path that was not there has none. */
export type FileStamp = readonly [path: string, state: string | null];

/** The stamp of a path now. */
export function stampOf(path: string): FileStamp {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return [path, stat === undefined ? null : `${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${stat.ino}`];
}

/** Whether every path is as its stamp says. */
export function stampsHold(stamps: readonly FileStamp[]): boolean {
  return stamps.every(([path, state]) => stampOf(path)[1] === state);
}

/** The kernel stamps files by a clock this much coarser than ours. */
const CLOCK_GRAIN_MS = 20;

/**
 * Whether nothing was changed since `timeMs` or just before: a file saved while it was read, or within one
 * tick of the file system's clock, may look the same and hold something else.
 */
export function settledBefore(stamps: readonly FileStamp[], timeMs: number): boolean {
  return stamps.every(([, state]) => {
    const changedNs = state?.split(":")[2];
    return changedNs === undefined || Number(BigInt(changedNs) / 1_000_000n) < timeMs - CLOCK_GRAIN_MS;
  });
}
