import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child } from "@prilavok/faults";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CutWire } from "./cut-wire.ts";
import { RawServer } from "./raw-server.ts";
import { FreshStore, PRILAVOK, runPrilavok } from "./stores/fresh-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

const PASSWORD = "a password of the contract";
const FILE = Buffer.alloc(8 * 1024 * 1024, "photo ");
const HALF = FILE.length / 2;
const add = { files: [{ file: "photo.jpg", entity: "brand", elem_id: 1 }] };
const load = { files: [{ entity: "brand", elem_id: 1 }] };
const cuts = [
  ["end", 400],
  ["reset", 400],
  ["end", HALF],
  ["reset", HALF],
] as const;

let store: FreshStore;
let home: string;
let core: Child;
let wire: CutWire;
let env: Record<string, string>;
beforeEach(async () => {
  store = await FreshStore.create();
  await addProbe(store);
  await runPrilavok(["user", "password", "admin", "--store", store.folder], { input: PASSWORD });
  home = mkdtempSync(join(tmpdir(), "prilavok-broken-"));
  env = { PRILAVOK_CONFIG_DIR: join(home, "settings") };
  wire = await CutWire.open(await serve());
  const words = ["login", wire.url, "--login", "admin", "--store", folder(), "--no-keyring"];
  await runPrilavok(words, { settings: env, input: PASSWORD });
  writeFileSync(join(folder(), "photo.jpg"), FILE);
  await withServer((server) => server.call("tool_run", { unit: "CONTRACT_PROBE", command: "CmdShelve" }));
});
afterEach(async () => {
  wire[Symbol.dispose]();
  await core[Symbol.asyncDispose]();
  store[Symbol.dispose]();
  rmSync(home, { recursive: true, force: true });
});

const folder = () => join(home, "store");

/** Starts the store's Core, and answers where it is. */
async function serve(): Promise<string> {
  core = new Child(process.execPath, [PRILAVOK, "serve", store.folder, "--port", "0", "--json"]);
  await core.waitFor(/"url":"[^"]+"/);
  return (JSON.parse(core.printed("stdout")) as { url: string }).url;
}

async function withServer<Result>(work: (server: RawServer) => Promise<Result>): Promise<Result> {
  await using server = new RawServer(folder(), env);
  await server.initialize();
  return await work(server);
}

/** What a tool says that refuses. */
async function refusalOf(server: RawServer, tool: string, args: object): Promise<string> {
  const { content, isError } = await server.request("tools/call", { name: tool, arguments: args });
  expect(isError).toBe(true);
  return (content as { text: string }[]).map(({ text }) => text).join("\n");
}

/** Every file under `files/`, those on their way too. */
function filesIn(place: string): string[] {
  if (!existsSync(join(place, "files"))) return [];
  const entries = readdirSync(join(place, "files"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The rows of element files and of marks of work, and the files, of the store. */
function kept(): { rows: number; marks: number; files: number } {
  const database = new Sqlite(store.databaseFile, { readonly: true });
  const count = (table: string): number =>
    database.prepare<[], { n: number }>(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n ?? -1;
  const found = { rows: count("ms_files_brand"), marks: count("ms_oper_block"), files: filesIn(store.folder).length };
  database.close();
  return found;
}

const NOTHING = { rows: 0, marks: 0, files: 0 };
const soon = { timeout: 15_000, interval: 50 };

describe("an upload over HTTP leaves neither row nor file [att-21]", () => {
  afterEach(async () => {
    await withServer((server) => server.call("engine_files_add", add));
    expect(kept()).toEqual({ rows: 1, marks: 0, files: 1 });
  });

  it.each(cuts)("when its connection is cut by %s after %i bytes, and the refusal says so", async (kind, bytes) => {
    await withServer(async (server) => {
      await server.call("session_connect", { topic: "t" });
      void wire.cutAfter(bytes, "up", kind);
      expect(await refusalOf(server, "engine_files_add", add)).toMatch(
        /STORE_UNREACHABLE: .*look before you repeat it/,
      );
    });
    await expect.poll(kept, soon).toEqual(NOTHING);
  });

  it("when the MCP server is killed in the middle of it", async () => {
    await withServer(async (server) => {
      await server.call("session_connect", { topic: "t" });
      const reached = wire.cutAfter(HALF, "up", "silence");
      server.send("engine_files_add", add);
      await reached;
      await expect.poll(() => kept().files, soon).toBe(1);
      server.child.killGroup();
    });
    await expect.poll(kept, soon).toEqual(NOTHING);
  });

  it("when Core is killed in the middle of it and started anew", async () => {
    await withServer(async (server) => {
      await server.call("session_connect", { topic: "t" });
      const reached = wire.cutAfter(HALF, "up", "silence");
      const refused = refusalOf(server, "engine_files_add", add);
      await reached;
      await expect.poll(() => kept().files, soon).toBe(1);
      core.killGroup();
      expect(await refused).toMatch(/STORE_UNREACHABLE: .*look before you repeat it/);
    });
    await core.exited;
    wire.target = await serve();
    await expect.poll(kept, soon).toEqual(NOTHING);
  });
});

describe("a download over HTTP leaves no piece of a file [fil-11]", () => {
  beforeEach(() => withServer((server) => server.call("engine_files_add", add)));
  afterEach(async () => {
    const { files } = (await withServer((server) => server.call("engine_files_load", load))) as {
      files: { rows: unknown[][] };
    };
    const path = String(files.rows[0]?.at(-2));
    expect(filesIn(folder())).toHaveLength(1);
    expect(FILE.equals(readFileSync(join(folder(), path)))).toBe(true);
  });

  /** The bytes to let down: those of the list that comes before the file are few. */
  it.each([
    ["end", 2000],
    ["reset", 2000],
    ["end", HALF],
    ["reset", HALF],
  ] as const)("when its connection is cut by %s after %i bytes, and the refusal says so", async (kind, bytes) => {
    await withServer(async (server) => {
      await server.call("session_connect", { topic: "t" });
      void wire.cutAfter(bytes, "down", kind);
      expect(await refusalOf(server, "engine_files_load", load)).toMatch(
        /^0 of 1 files are loaded, .* broke off on its way/,
      );
      expect(filesIn(folder())).toEqual([]);
    });
  });

  it("when Core is killed in the middle of it", async () => {
    await withServer(async (server) => {
      await server.call("session_connect", { topic: "t" });
      const reached = wire.cutAfter(HALF, "down", "silence");
      const refused = refusalOf(server, "engine_files_load", load);
      await reached;
      await expect.poll(() => filesIn(folder()), soon).toHaveLength(1);
      core.killGroup();
      expect(await refused).toMatch(/^0 of 1 files are loaded, .* broke off on its way/);
      expect(filesIn(folder())).toEqual([]);
    });
    await core.exited;
    wire.target = await serve();
  });

  it("when the MCP server is killed in the middle of it, once the next session is open", async () => {
    await withServer(async (server) => {
      await server.call("session_connect", { topic: "t" });
      const reached = wire.cutAfter(HALF, "down", "silence");
      server.send("engine_files_load", load);
      await reached;
      await expect.poll(() => filesIn(folder()), soon).toHaveLength(1);
      server.child.killGroup();
    });
    await withServer((server) => server.call("session_connect", { topic: "t" }));
    expect(filesIn(folder())).toEqual([]);
  });
});
