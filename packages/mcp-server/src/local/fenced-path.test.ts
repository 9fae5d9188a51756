import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fencedPath } from "./fenced-path.ts";
import type { LocalFence } from "./local-place.ts";

let root = "";
let storeFolder = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "prilavok-fence-")));
  storeFolder = join(root, "store");
  for (const folder of ["store/mcp", "store/activity", "store/units", "config", "photos", "private"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  const files = [
    "store/store.json",
    "store/activity/2026-11.jsonl",
    "store/mcp/in.json",
    "config/tokens.json",
    "photos/a.jpg",
    "photos-2.jpg",
    "private/letter",
  ];
  for (const file of files) writeFileSync(join(root, file), "x");
  symlinkSync(join(root, "config/tokens.json"), join(storeFolder, "mcp/innocent.json"));
  symlinkSync(join(root, "private"), join(root, "photos/album"));
  symlinkSync(join(root, "private"), join(storeFolder, "out"));
  symlinkSync(join(root, "nowhere"), join(storeFolder, "dangling"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const place = (fence: Partial<LocalFence> = {}) => ({
  storeFolder,
  fence: {
    read: undefined,
    write: undefined,
    closed: [join(root, "config"), join(storeFolder, "store.json"), join(storeFolder, "secrets.json")],
    ...fence,
  },
});
const path = (...parts: string[]) => ({ path: join(root, ...parts) });
const refusal = (words: string) => ({ refusal: expect.stringContaining(words) as string });

describe("reading", () => {
  it("goes wherever the person can read, from the store folder where the path is not whole", async () => {
    expect(await fencedPath(place(), join(root, "private/letter"), "read")).toEqual(path("private/letter"));
    expect(await fencedPath(place(), "mcp\\in.json", "read")).toEqual(path("store/mcp/in.json"));
    expect(await fencedPath(place(), "../photos/a.jpg", "read")).toEqual(path("photos/a.jpg"));
  });

  it("never reaches Prilavok's own settings and tokens, by a link or a way round either [cli-15]", async () => {
    for (const own of [
      "activity/2026-11.jsonl",
      "store.json",
      "mcp/innocent.json",
      "../config/tokens.json",
      "units/../../config/tokens.json",
    ]) {
      expect(await fencedPath(place(), own, "read")).toEqual(refusal("belongs to Prilavok itself"));
      expect(await fencedPath(place({ read: [root] }), own, "read")).toEqual(refusal("belongs to Prilavok itself"));
    }
  });

  it("never reaches them by a second name of the file, whatever else has two names", async () => {
    linkSync(join(root, "config/tokens.json"), join(root, "photos/tokens.jpg"));
    linkSync(join(storeFolder, "store.json"), join(storeFolder, "mcp/settings.json"));
    linkSync(join(storeFolder, "activity/2026-11.jsonl"), join(storeFolder, "mcp/log.json"));
    linkSync(join(root, "photos/a.jpg"), join(root, "photos/b.jpg"));
    for (const own of [join(root, "photos/tokens.jpg"), "mcp/settings.json", "mcp/log.json"]) {
      expect(await fencedPath(place(), own, "read")).toEqual(refusal("belongs to Prilavok itself"));
    }
    expect(await fencedPath(place(), "../photos/b.jpg", "read")).toEqual(path("photos/b.jpg"));
  });

  it.runIf(process.platform === "linux")("never reaches what the kernel shows of a process", async () => {
    expect(await fencedPath(place(), "/proc/self/environ", "read")).toEqual(refusal("is a file of the kernel"));
  });

  it("stays in the listed folders and the store folder where the settings list any [cli-15]", async () => {
    const listed = place({ read: [join(root, "photos")] });
    expect(await fencedPath(listed, join(root, "photos/a.jpg"), "read")).toEqual(path("photos/a.jpg"));
    expect(await fencedPath(listed, "mcp/in.json", "read")).toEqual(path("store/mcp/in.json"));
    for (const outside of ["photos-2.jpg", "private/letter", "photos/album/letter", "photos/../private/letter"]) {
      expect(await fencedPath(listed, join(root, outside), "read")).toEqual(
        refusal("outside the folders that files are read from"),
      );
    }
  });

  it.each(["read", "write"] as const)("takes ~ for no folder to %s", async (use) => {
    for (const given of ["~", "~/prices.csv", "~\\prices.csv"]) {
      expect(await fencedPath(place(), given, use)).toEqual(refusal("name the whole path"));
    }
    expect(await fencedPath(place(), "mcp/~notes", "write")).toEqual(path("store/mcp/~notes"));
  });

  it("says in words what is not there or cannot be a path", async () => {
    expect(await fencedPath(place(), "mcp/none.json", "read")).toEqual(refusal("No such file: mcp/none.json. "));
    expect(await fencedPath(place(), "mcp/in.json/deeper", "read")).toEqual(
      refusal("No such file: mcp/in.json/deeper. "),
    );
    expect(await fencedPath(place(), "a\0b", "read")).toEqual(refusal("zero byte"));
    for (const use of ["read", "write"] as const) {
      expect(await fencedPath(place(), "", use)).toEqual(refusal("An empty path names no file"));
    }
  });
});

describe("writing", () => {
  it("stays in the store folder", async () => {
    expect(await fencedPath(place(), "new/rows.jsonl", "write")).toEqual(path("store/new/rows.jsonl"));
    for (const out of ["../rows.jsonl", "out/rows.jsonl", "new/../../rows.jsonl"]) {
      expect(await fencedPath(place(), out, "write")).toEqual(refusal("leads out of the store folder"));
    }
  });

  it("goes elsewhere where the path is named outright", async () => {
    expect(await fencedPath(place(), join(root, "photos/new.jsonl"), "write")).toEqual(path("photos/new.jsonl"));
  });

  it("goes only to the listed folders where the settings list any [cli-15]", async () => {
    const listed = place({ write: [join(root, "photos")] });
    expect(await fencedPath(listed, "../photos/new.jsonl", "write")).toEqual(path("photos/new.jsonl"));
    expect(await fencedPath(listed, "rows.jsonl", "write")).toEqual(path("store/rows.jsonl"));
    for (const outside of ["private/new", "photos/album/new"]) {
      expect(await fencedPath(listed, join(root, outside), "write")).toEqual(
        refusal("outside the folders that results"),
      );
    }
    expect(await fencedPath(place({ write: [] }), join(root, "photos/new"), "write")).toEqual(
      refusal("outside the folders"),
    );
  });

  it("leaves what the store is made of alone, whatever the path", async () => {
    const own = [
      "store.json",
      "secrets.json",
      "units/tool.ts",
      "Units/tool.ts",
      "RELATIONS.json",
      "units",
      "files/new.jpg",
      join(root, "store/rules/a.md"),
    ];
    for (const name of [...own, "../config/new", "mcp/innocent.json"]) {
      expect(await fencedPath(place(), name, "write")).toEqual(refusal("belongs to Prilavok itself"));
    }
  });

  it("replaces a link without an end itself", async () => {
    expect(await fencedPath(place(), "dangling", "write")).toEqual(path("store/dangling"));
  });
});
