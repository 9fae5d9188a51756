import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SmallDisk, snapshotSqlite } from "@prilavok/faults";
import type { CoreCall } from "@prilavok/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openInProcess } from "./doors/in-process.ts";
import { OpenedStore } from "./opened-store.ts";
import { RawServer } from "./raw-server.ts";
import { FreshStore } from "./stores/fresh-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

const MEGABYTE = 1024 * 1024;
const UNIT = "CONTRACT_PROBE";
const entry = (file: string, more: object = {}) => ({ file, entity: "brand", elem_id: 1, ...more });

/** A file of zeros that takes no room on the disk. */
function sparse(store: FreshStore, name: string, sizeBytes: number): void {
  writeFileSync(join(store.folder, name), "");
  truncateSync(join(store.folder, name), sizeBytes);
}

/** Everything that is no folder under `files/`, and what is still on its way there. */
function filesOf(store: FreshStore): string[] {
  const entries = readdirSync(join(store.folder, "files"), { recursive: true, withFileTypes: true });
  return entries.filter((one) => !one.isDirectory()).map((one) => join(one.parentPath, one.name));
}

const rowsOf = (store: FreshStore) => snapshotSqlite(store.databaseFile).get("ms_files_brand")?.slice(1);

/** Settles when a file on its way into the store has come to a size. */
async function untilReceived(store: FreshStore, sizeBytes: number): Promise<void> {
  const size = () => Math.max(0, ...filesOf(store).map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0));
  for (const deadline = Date.now() + 20_000; size() < sizeBytes; await sleep(1)) {
    if (Date.now() > deadline) throw new Error("no file came");
  }
}

describe("in one process", () => {
  const calls: CoreCall[] = [];
  let opened: OpenedStore;
  beforeEach(async () => {
    const open = (folder: string) => openInProcess(folder, (call) => calls.push(call));
    const cell = { name: "in process, SQLite", engine: "sqlite", open } as const;
    opened = await OpenedStore.create(cell, { limits: { filesKb: 10 } }, addProbe);
    await opened.ask("tool_run", { unit: UNIT, command: "CmdShelve" });
    calls.length = 0;
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const write = (name: string, kilobytes: number) => opened.store.write(name, "x".repeat(kilobytes * 1024));

  it("Core gets the entries and their parts, and no path of this computer [att-01]", async () => {
    mkdirSync(join(opened.store.folder, "secret"));
    write("secret/front.jpg", 1);
    opened.store.write(
      "list.json",
      JSON.stringify([entry("secret/front.jpg", { real_name: "Вид спереди", part: "x" })]),
    );
    await opened.ask("tool_run", { unit: UNIT, command: "CmdTake", files_source: "list.json" });
    expect(calls).toMatchObject([
      { args: { files: [{ part: "data_1", entity: "brand", elem_id: 1, real_name: "Вид спереди" }] } },
    ]);
    for (const word of ["secret", "front", "list.json", opened.store.folder]) {
      expect(JSON.stringify(calls)).not.toContain(word);
    }
  });

  it("a batch over the limit is refused before the request, one file alone passes [att-06]", async () => {
    write("a.jpg", 6);
    write("b.jpg", 25);
    const run = (...names: string[]) =>
      opened.call("tool_run", { unit: UNIT, command: "CmdTake", files: names.map((name) => entry(name)) });
    expect(await run("a.jpg", "a.jpg")).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^These files come to more than 10 KB together: /),
    });
    expect(calls).toEqual([]);
    expect(await run("b.jpg")).toMatchObject({ isError: false, data: { files: [{ size: 25 * 1024 }] } });
  });

  it("a long list of engine_files_add goes in batches, in its order [fil-02]", async () => {
    for (const [name, kilobytes] of [
      ["a.jpg", 6],
      ["b.jpg", 4],
      ["c.jpg", 25],
      ["d.jpg", 1],
    ] as const) {
      write(name, kilobytes);
    }
    const names = ["a.jpg", "b.jpg", "a.jpg", "c.jpg", "d.jpg", "d.jpg"];
    const data = await opened.ask<{ files: { rows: unknown[][] } }>("engine_files_add", {
      files: names.map((name) => entry(name)),
    });
    expect(calls.map(({ args }) => (args.files as unknown[]).length)).toEqual([2, 1, 1, 2]);
    expect(data.files.rows.map((row) => [row[4], row[7]])).toEqual(names.map((name, at) => [name, at + 1]));
  });

  it("a refusal after earlier batches says what was added before it [fil-03]", async () => {
    write("a.jpg", 6);
    const files = [entry("a.jpg"), entry("a.jpg", { elem_id: 2, real_name: "Друга" }), entry("a.jpg", { elem_id: 77 })];
    expect(await opened.call("engine_files_add", { files })).toEqual({
      isError: true,
      text: expect.stringMatching(
        /^Added before this: brand 1 id 1 \[a\.jpg\]; brand 2 id 2 \[Друга\]\nElement not found: brand id 77\. /,
      ),
    });
    expect(rowsOf(opened.store)).toHaveLength(2);
  });
});

describe("over stdio", () => {
  let store: FreshStore;
  beforeEach(async () => {
    store = await FreshStore.create({ limits: { filesKb: 10_000_000 } });
    await addProbe(store);
    await using server = new RawServer(store.folder);
    await server.initialize();
    await server.call("tool_run", { unit: UNIT, command: "CmdShelve" });
  });
  afterEach(() => store[Symbol.dispose]());

  const take = (...names: string[]) => ({ unit: UNIT, command: "CmdTake", files: names.map((name) => entry(name)) });
  const calls: [string, (...names: string[]) => [string, object]][] = [
    ["tool_run", (...names) => ["tool_run", take(...names)]],
    ["engine_files_add", (...names) => ["engine_files_add", { files: names.map((name) => entry(name)) }]],
  ];

  it.each(calls)(
    "a server killed in the middle of an upload by %s leaves neither row nor file [att-21]",
    async (_tool, call) => {
      store.write("small.jpg", "small");
      sparse(store, "big.mp4", 3000 * MEGABYTE);
      await using server = new RawServer(store.folder);
      await server.initialize();
      server.send(...call("small.jpg", "big.mp4"));
      await untilReceived(store, 20 * MEGABYTE);
      server.child.kill();
      await server.child.exited;
      expect(rowsOf(store)).toEqual([]);
      await using again = new RawServer(store.folder);
      await again.initialize();
      await again.call("tool_list", {});
      expect(filesOf(store)).toEqual([]);
      await again.call(...call("small.jpg"));
      expect([rowsOf(store)?.length, filesOf(store).length]).toEqual([1, 1]);
    },
  );

  it.each(calls)("a file that changes while %s sends it is refused in words [att-20]", async (_tool, call) => {
    store.write("small.jpg", "small");
    sparse(store, "big.mp4", 3000 * MEGABYTE);
    await using server = new RawServer(store.folder);
    await server.initialize();
    const [name, args] = call("small.jpg", "big.mp4");
    const answering = server.request("tools/call", { name, arguments: args });
    await untilReceived(store, 20 * MEGABYTE);
    truncateSync(join(store.folder, "big.mp4"), 20 * MEGABYTE);
    const text = /^big\.mp4 changed while it was being sent, and nothing of this call was written\./;
    expect(await answering).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(text) }] });
    expect([rowsOf(store), filesOf(store)]).toEqual([[], []]);
  });

  it("a full disk is told in words and leaves neither row nor file [att-21]", async () => {
    using disk = new SmallDisk(2 * MEGABYTE, join(store.folder, "files"));
    store.write("small.jpg", "small");
    sparse(store, "big.mp4", 5 * MEGABYTE);
    await using server = new RawServer(store.folder);
    await server.initialize();
    const { isError, content } = await server.request("tools/call", {
      name: "tool_run",
      arguments: take("small.jpg", "big.mp4"),
    });
    expect([isError, content]).toMatchObject([true, [{ text: expect.stringContaining("the disk is full") }]]);
    expect([rowsOf(store), readdirSync(disk.path)]).toEqual([[], []]);
    expect(await server.call("tool_run", take("small.jpg"))).toMatchObject({ result: true });
  });

  it("several servers send the same file at once and all of it is kept [att-19]", async () => {
    sparse(store, "one.mp4", 5 * MEGABYTE);
    const servers = [new RawServer(store.folder), new RawServer(store.folder)];
    await Promise.all(
      servers.map(async (server) => {
        await using one = server;
        await one.initialize();
        const both = [one.call("tool_run", take("one.mp4", "one.mp4")), one.call("tool_run", take("one.mp4"))];
        expect(await Promise.all(both)).toMatchObject([{ result: true }, { result: true }]);
      }),
    );
    expect(rowsOf(store)).toHaveLength(6);
    expect(new Set(rowsOf(store)?.map((row) => (JSON.parse(row) as unknown[]).at(-1)))).toEqual(
      new Set(["1", "2", "3", "4", "5", "6"]),
    );
    expect(filesOf(store).map((path) => statSync(path).size)).toEqual(Array(6).fill(5 * MEGABYTE));
  });

  it("a file of 300 MB passes with flat memory, every byte of it [att-22]", { timeout: 120_000 }, async () => {
    const path = join(store.folder, "big.mp4");
    const sizeBytes = 300 * MEGABYTE;
    store.write("small.jpg", "small");
    sparse(store, "big.mp4", sizeBytes);
    writeFileSync(path, "the end", { flag: "r+" });
    await using server = new RawServer(store.folder);
    await server.initialize();
    await server.call("tool_run", take("small.jpg"));
    const before = peakMegabytes(server.child.pid);
    const data = await server.call("tool_run", take("big.mp4"));
    expect(data).toMatchObject({ files: [{ size: sizeBytes }] });
    expect(peakMegabytes(server.child.pid) - before).toBeLessThan(100);
    const [sent = ""] = filesOf(store).filter((one) => one.endsWith(".mp4"));
    expect(hashOf(sent)).toBe(hashOf(path));
  });
});

/** The most memory a process has had resident. */
function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
