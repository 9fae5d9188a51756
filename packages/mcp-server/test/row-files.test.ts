import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendToJob } from "../src/rows/append-to-job.ts";
import { RowFile } from "../src/rows/row-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "prilavok-rows-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function rowFile(text: string): Promise<RowFile> {
  const file = new RowFile(folder);
  await file.write(Buffer.from(text));
  await file.finish();
  return file;
}

describe("a row file", () => {
  it("appears under its name only when it is moved there, whole [run-07, dbp-15]", async () => {
    const path = join(folder, "table.jsonl");
    await writeFile(path, "earlier\n");
    const file = new RowFile(folder);
    for (let row = 0; row < 10_000; row += 1)
      await file.write(Buffer.from(`{"row":"${row}","pad":"${"x".repeat(60)}"}\n`));
    expect(await readFile(path, "utf8")).toBe("earlier\n");
    await file.finish();
    file.moveTo(path);
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect([lines.length, file.head.rows]).toEqual([10_000, 10_000]);
    expect(await readdir(folder)).toEqual(["table.jsonl"]);
  });

  it("leaves nothing behind when it is discarded, before and after its end", async () => {
    const open = new RowFile(folder);
    await open.write(Buffer.alloc(1_000_000, "{}\n"));
    expect(await readdir(folder)).toHaveLength(1);
    await open.discard();
    await (await rowFile("{}\n")).discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it("takes a free name with a number where the name exists", async () => {
    const path = join(folder, "20260918_140500_123.1.jsonl");
    const taken = [];
    for (let count = 0; count < 3; count += 1) taken.push(await (await rowFile(`${count}\n`)).moveToFree(path));
    expect(taken).toEqual([path, path.replace(".jsonl", ".2.jsonl"), path.replace(".jsonl", ".3.jsonl")]);
    expect(await readFile(path, "utf8")).toBe("0\n");
  });

  it("is refused at once where no folder can be made", async () => {
    for (const bytes of [10, 1_000_000]) {
      const file = new RowFile("/proc/x");
      const writing = file.write(Buffer.alloc(bytes, "{}\n")).then(() => file.finish());
      await expect(writing).rejects.toThrow(/^E[A-Z]+: /);
    }
  });

  it("makes its folder again when that was removed", async () => {
    const file = new RowFile(join(folder, "tables"));
    await file.finish();
    await rm(join(folder, "tables"), { recursive: true });
    expect(() => file.moveTo(join(folder, "tables", "a.jsonl"))).toThrow();
    const next = new RowFile(join(folder, "tables"));
    await next.finish();
    next.moveTo(join(folder, "tables", "a.jsonl"));
    expect(await readdir(join(folder, "tables"))).toEqual(["a.jsonl"]);
  });
});

describe("a job's file", () => {
  it("grows by whole tables, also when several are added at once [run-06]", async () => {
    const job = join(folder, "job.goods.jsonl");
    const tables = await Promise.all(
      Array.from({ length: 8 }, (_, index) => rowFile(`{"n":"${index}"}\n`.repeat(100))),
    );
    const counts = await Promise.all(tables.map((table) => appendToJob(job, table.path)));
    expect(counts.sort((a, b) => a - b)).toEqual([100, 200, 300, 400, 500, 600, 700, 800]);
    const lines = (await readFile(job, "utf8")).trimEnd().split("\n");
    const blocks = Array.from({ length: 8 }, (_, index) => new Set(lines.slice(index * 100, index * 100 + 100)).size);
    expect(blocks).toEqual(Array(8).fill(1));
  });

  it("stays as it was when the table cannot be read", async () => {
    const job = join(folder, "job.goods.jsonl");
    await writeFile(job, "{}\n");
    await expect(appendToJob(job, join(folder, "gone"))).rejects.toThrow();
    expect(await readFile(job, "utf8")).toBe("{}\n");
    expect(await readdir(folder)).toEqual(["job.goods.jsonl"]);
  });
});
