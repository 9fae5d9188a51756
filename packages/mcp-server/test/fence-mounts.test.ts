import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fencedPath } from "../src/local/fenced-path.ts";

/**
 * One folder under two names, as on a disk that does not tell cases apart: a bind mount makes it on Linux, for root.
 */
let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "prilavok-mounts-")));
  for (const folder of ["store/units", "store/mcp", "STORE", "config", "CONFIG"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of ["store/store.json", "config/tokens.json"]) writeFileSync(join(root, file), "{}");
  for (const folder of ["store", "config"]) {
    execFileSync("mount", ["--bind", join(root, folder), join(root, folder.toUpperCase())]);
  }
});
afterEach(() => {
  for (const again of ["STORE", "CONFIG"]) execFileSync("umount", [join(root, again)]);
  rmSync(root, { recursive: true });
});

it("a folder of Prilavok's is closed under whatever name the disk gives it", async () => {
  const fence = { read: undefined, write: undefined, closed: [join(root, "config"), join(root, "store/store.json")] };
  const place = { storeFolder: join(root, "store"), fence };
  const own = { refusal: expect.stringContaining("belongs to Prilavok itself") };
  for (const use of ["read", "write"] as const) {
    expect(await fencedPath(place, join(root, "CONFIG/tokens.json"), use)).toEqual(own);
    expect(await fencedPath(place, join(root, "STORE/store.json"), use)).toEqual(own);
  }
  expect(await fencedPath(place, join(root, "STORE/units/new.ts"), "write")).toEqual(own);
  const result = join(root, "STORE/mcp/rows.jsonl");
  expect(await fencedPath({ ...place, fence: { ...fence, write: [] } }, result, "write")).toEqual({ path: result });
});
