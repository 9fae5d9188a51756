import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { cutStream, SmallDisk, snapshotFolder } from "@prilavok/faults";
import type { StoreCarrier } from "@prilavok/mcp-server";
import type { AnswerPart } from "@prilavok/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AwayFolder } from "./doors/away-folder.ts";
import { FreshStore } from "./stores/fresh-store.ts";
import { addProbe } from "./stores/probe-tool.ts";

let store: FreshStore;
let paths: string[];
/** A store with three files of one brand. */
beforeEach(async () => {
  store = await FreshStore.create();
  await addProbe(store);
  await using away = new AwayFolder(store.folder);
  await away.call("tool_run", { unit: "CONTRACT_PROBE", command: "CmdShelve" });
  const files = ["one", "two", ""].map((text, at) => {
    writeFileSync(join(away.folder, `${at}.jpg`), text.repeat(1000));
    return { file: `${at}.jpg`, entity: "brand", elem_id: 1 };
  });
  const { data } = await away.call("engine_files_add", { files });
  paths = (data as { files: { rows: string[][] } }).files.rows.map((row) => row[5] ?? "");
});
afterEach(() => store[Symbol.dispose]());

const wish = { files: [{ entity: "brand", elem_id: 1 }] };

interface Loaded {
  readonly folder: string;
  readonly total: number;
  readonly sent: number;
  readonly files: { readonly columns: string[]; readonly rows: unknown[][] };
}

async function load(away: AwayFolder): Promise<Loaded & { states: unknown[] }> {
  const { data, text } = await away.call("engine_files_load", wish);
  if (data === undefined) throw new Error(text);
  const loaded = data as unknown as Loaded;
  return { ...loaded, states: loaded.files.rows.map((row) => row.at(-1)) };
}

/** The paths of files under `files/` of a folder; what is still on its way counts. */
function filesIn(folder: string): string[] {
  if (!existsSync(join(folder, "files"))) return [];
  const entries = readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => !one.isDirectory())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort();
}

describe("loading", () => {
  it("brings files into the folders they have on the server, and what is there unchanged is not sent again [fil-04, fil-05]", async () => {
    await using away = new AwayFolder(store.folder);
    const first = await load(away);
    expect(first).toMatchObject({ folder: away.folder, total: 3, sent: 3, states: ["ok", "ok", "ok"] });
    expect(filesIn(away.folder)).toEqual([...paths].sort());
    expect(paths.map((path) => readFileSync(join(first.folder, path), "utf8"))).toEqual([
      "one".repeat(1000),
      "two".repeat(1000),
      "",
    ]);
    expect(await load(away)).toMatchObject({ total: 3, sent: 0, states: ["skipped", "skipped", "skipped"] });
  });

  it("sends a file again that was changed, here or on the server [fil-05]", async () => {
    await using away = new AwayFolder(store.folder);
    await load(away);
    writeFileSync(join(away.folder, paths[0] ?? ""), "mine");
    utimesSync(join(store.folder, paths[1] ?? ""), 1_700_000_000, 1_700_000_000);
    expect(await load(away)).toMatchObject({ sent: 2, states: ["ok", "ok", "skipped"] });
    expect(readFileSync(join(away.folder, paths[0] ?? ""), "utf8")).toBe("one".repeat(1000));
  });

  it("says missing for a file that the store has lost [fil-04]", async () => {
    rmSync(join(store.folder, paths[1] ?? ""));
    await using away = new AwayFolder(store.folder);
    const loaded = await load(away);
    expect(loaded).toMatchObject({ total: 3, sent: 2, states: ["ok", "missing", "ok"] });
    expect(loaded.files.rows[1]?.[6]).toBe(3000);
  });

  it("keeps the file of a row that was removed [fil-07]", async () => {
    await using away = new AwayFolder(store.folder);
    await away.call("engine_files_remove", { files: [{ entity: "brand", id: 2 }] });
    expect(await load(away)).toMatchObject({ total: 2 });
    expect(existsSync(join(store.folder, paths[1] ?? ""))).toBe(true);
  });
});

/** A carrier whose listings name another path for the first file. */
const lying =
  (path: string) =>
  (carrier: StoreCarrier): StoreCarrier => ({
    ...carrier,
    call: async function* (call, signal, files) {
      for await (const part of carrier.call(call, signal, files)) yield withPath(part, path);
    },
  });

function withPath(part: AnswerPart, path: string): AnswerPart {
  if (part.kind !== "envelope" || !part.envelope.ok || !Array.isArray(part.envelope.data.files)) return part;
  const [first, ...rest] = part.envelope.data.files as object[];
  return { ...part, envelope: { ...part.envelope, data: { files: [{ ...first, path }, ...rest] } } };
}

describe("a path from Core", () => {
  const outside = [
    "../stolen",
    "files/../../stolen",
    "files/..",
    "files/./a",
    "/tmp/stolen",
    "stolen",
    "files",
    "files//a",
    "files/a\\..\\..\\stolen",
    "files/C:stolen",
    "files/a\0b",
    "",
  ];
  it.each(outside)("%j is refused, and nothing is written there [fil-06]", async (path) => {
    await using away = new AwayFolder(store.folder, lying(path));
    const answer = await away.call("engine_files_load", wish);
    expect(answer).toMatchObject({ refused: true, text: expect.stringContaining("outside files/") });
    expect([...snapshotFolder(away.folder, /^(mcp|files)/).keys()]).toEqual([]);
  });

  it("does not lead out by a link either [fil-06]", async () => {
    await using away = new AwayFolder(store.folder, lying("files/link/stolen"));
    mkdirSync(join(away.folder, "files"));
    symlinkSync(store.folder, join(away.folder, "files/link"));
    expect(await away.call("engine_files_load", wish)).toMatchObject({ refused: true });
    expect(existsSync(join(store.folder, "stolen"))).toBe(false);
  });
});

/** A carrier whose downloads are cut after some bytes. */
const cutting =
  (bytes: number, kind: "end" | "reset") =>
  (carrier: StoreCarrier): StoreCarrier => ({
    ...carrier,
    download: async (file, signal) => {
      const download = await carrier.download(file, signal);
      if ("refusal" in download || file.id !== "2") return download;
      return { ...download, bytes: Readable.from(download.bytes).compose(cutStream(bytes, kind)) };
    },
  });

describe("a download that breaks", () => {
  it.each(["end", "reset"] as const)(
    "by %s leaves no piece of it, and a second call brings the rest [fil-11]",
    async (kind) => {
      await using away = new AwayFolder(store.folder, cutting(1500, kind));
      expect(await away.call("engine_files_load", wish)).toMatchObject({
        refused: true,
        text: expect.stringMatching(
          /^\d of 3 files are loaded, then it stopped: the file brand id 2 broke off on its way\. /,
        ),
      });
      expect(filesIn(away.folder)).not.toContain(paths[1]);
      expect(filesIn(away.folder).every((path) => paths.includes(path))).toBe(true);
    },
  );

  it("on a full disk is told in words, and leaves no piece of a file [fil-11]", async () => {
    await using away = new AwayFolder(store.folder);
    mkdirSync(join(away.folder, "files"));
    using disk = new SmallDisk(64 * 1024, join(away.folder, "files"));
    disk.fill(4096);
    writeFileSync(join(store.folder, paths[1] ?? ""), Buffer.alloc(500_000));
    expect(await away.call("engine_files_load", wish)).toMatchObject({
      refused: true,
      text: expect.stringContaining("a file cannot be written on this computer: the disk is full."),
    });
    rmSync(join(disk.path, "ballast"));
    expect(
      readdirSync(disk.path, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".part")),
    ).toEqual([]);
  });

  it("because the call is cancelled leaves no piece of a file [fil-11]", async () => {
    const cancel = new AbortController();
    const cancelling = (carrier: StoreCarrier): StoreCarrier => ({
      ...carrier,
      download: async () => {
        cancel.abort();
        throw new Error("cancelled");
      },
    });
    await using away = new AwayFolder(store.folder, cancelling);
    expect(await away.call("engine_files_load", wish, cancel.signal)).toMatchObject({
      refused: true,
      text: expect.stringContaining("The call was cancelled"),
    });
    expect(filesIn(away.folder)).toEqual([]);
  });

  it("a file that a killed server left half-loaded goes at the next session", async () => {
    await using away = new AwayFolder(store.folder);
    mkdirSync(join(away.folder, "files"));
    writeFileSync(join(away.folder, "files/.999999999.ab12.part"), "half");
    await load(away);
    expect(filesIn(away.folder)).toEqual([...paths].sort());
  });
});

it("a loaded file has the time of the server's", async () => {
  await using away = new AwayFolder(store.folder);
  await load(away);
  for (const path of paths) {
    const [here, there] = [away.folder, store.folder].map((folder) => statSync(join(folder, path)).mtimeMs);
    expect(Math.abs((here ?? 0) - (there ?? 0))).toBeLessThan(2);
  }
});
