import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { cutStream, SmallDisk } from "../src/index.ts";

const source = () => Readable.from([Buffer.from("abcdef"), Buffer.from("ghijkl")]);

describe("a cut stream", () => {
  it("ends after its bytes, in the middle of a chunk", async () => {
    expect((await buffer(source().pipe(cutStream(8)))).toString()).toBe("abcdefgh");
  });

  it("breaks like a connection", async () => {
    await expect(buffer(source().pipe(cutStream(8, "reset")))).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("lets a shorter stream through whole", async () => {
    expect((await buffer(source().pipe(cutStream(100)))).toString()).toBe("abcdefghijkl");
  });
});

describe("a small disk", () => {
  it("runs out of room and goes when it is disposed of", () => {
    let path: string;
    {
      using disk = new SmallDisk(256 * 1024);
      path = disk.path;
      disk.fill(8 * 1024);
      writeFileSync(join(path, "fits"), Buffer.alloc(4 * 1024));
      expect(() => writeFileSync(join(path, "too big"), Buffer.alloc(64 * 1024))).toThrow("ENOSPC");
    }
    expect(existsSync(path)).toBe(false);
  });
});
