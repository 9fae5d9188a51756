import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmdirSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A little file system in memory, gone when it is disposed of. Needs root on Linux, and says so elsewhere. */
export class SmallDisk {
  readonly path: string;

  /** Laid over an empty folder, a temporary one when `path` is left out. */
  constructor(sizeBytes: number, path?: string) {
    if (process.platform !== "linux" || process.getuid?.() !== 0) {
      throw new Error("a small disk is a tmpfs mount: run this test as root on Linux");
    }
    this.path = path ?? mkdtempSync(join(tmpdir(), "small-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "tmpfs", this.path]);
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Takes up the room with a file `ballast`, all but about `leaveBytes` (whole pages of 4 KB). */
  fill(leaveBytes = 0): void {
    const ballast = this.freeBytes - leaveBytes;
    if (ballast > 0) writeFileSync(join(this.path, "ballast"), Buffer.alloc(ballast));
  }

  [Symbol.dispose](): void {
    execFileSync("umount", ["-l", this.path]);
    if (readdirSync(this.path).length === 0) rmdirSync(this.path);
  }
}
