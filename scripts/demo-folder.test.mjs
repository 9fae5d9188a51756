import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoFolder } from "../examples/demo/demo-folder.mjs";

let home;
let store;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "prilavok-demo-"));
  store = join(home, "demo-store");
  mkdirSync(store);
  writeFileSync(join(store, "store.json"), "{}");
});
afterEach(() => rmSync(home, { recursive: true }));

test("a store as the demo left it is made anew, also after somebody looked at it", () => {
  const demo = demoFolder(store);
  demo.leave();
  writeFileSync(join(store, "store.sqlite-wal"), "");
  expect(demo.clear()).toBeUndefined();
  expect(existsSync(store)).toBe(false);
  expect(demo.clear()).toBeUndefined();
});

test("a store that was changed since the demo, or whose demo broke off, is put aside and loses nothing", () => {
  expect(demoFolder(store).clear()).toBe(`${store}-kept-1`);
  mkdirSync(join(store, "units"), { recursive: true });
  writeFileSync(join(store, "store.json"), "{}");
  demoFolder(store).leave();
  writeFileSync(join(store, "units", "mine.ts"), "mine");
  expect(demoFolder(store).clear()).toBe(`${store}-kept-2`);
  expect(readFileSync(join(`${store}-kept-2`, "units", "mine.ts"), "utf8")).toBe("mine");
});

test("a folder that is no store is left alone", () => {
  rmSync(join(store, "store.json"));
  writeFileSync(join(store, "letter.txt"), "mine");
  expect(() => demoFolder(store).clear()).toThrow("is no store of the demo");
  expect(existsSync(join(store, "letter.txt"))).toBe(true);
});
