import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createModuleRunner } from "@prilavok/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ModuleStore } from "./module-store.ts";

let store: ModuleStore;
beforeAll(async () => {
  store = await ModuleStore.open();
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

const message = async (unit: string) => {
  const { answer, crash } = await store.run(unit, "CmdDo");
  return answer?.message ?? crash;
};
const saying = (text: string) => `export const CmdDo = () => ({ result: true, message: ${JSON.stringify(text)} });`;
const cacheDir = () => join(store.folder, ".cache", "units");

test("a saved change is taken at the next call, however fast one follows the other [mod-05]", async () => {
  for (let i = 10; i < 30; i += 1) {
    store.write("saved.ts", saying(`${i}`));
    expect(await message("SAVED")).toBe(`${i}`);
  }
});

test("so is a change of a file the module imports, and of one that file imports [mod-05]", async () => {
  store.write("parts/inner.ts", "export const inner: string = 'one';");
  store.write("parts/outer.ts", "export { inner } from './inner.ts';");
  store.write(
    "importer.ts",
    "import { inner } from './parts/outer.ts'; export const CmdDo = () => ({ result: true, message: inner });",
  );
  expect(await message("IMPORTER")).toBe("one");
  store.write("parts/inner.ts", "export const inner: string = 'two';");
  expect(await message("IMPORTER")).toBe("two");
  store.write("parts/outer.ts", "export const inner = 'three';");
  expect(await message("IMPORTER")).toBe("three");
});

test("so is a file that comes to stand before another one of its name", async () => {
  store.write("twice.js", saying("js"));
  expect(await message("TWICE")).toBe("js");
  store.write("twice.ts", saying("ts"));
  expect(await message("TWICE")).toBe("ts");
  rmSync(join(store.folder, "units", "twice.ts"));
  expect(await message("TWICE")).toBe("js");
});

test("so is a file put in place of another by a rename that keeps its size and its time", async () => {
  store.write("renamed.ts", saying("one"));
  expect(await message("RENAMED")).toBe("one");
  const path = join(store.folder, "units", "renamed.ts");
  cpSync(path, `${path}.new`, { preserveTimestamps: true });
  writeFileSync(`${path}.new`, saying("two"));
  renameSync(`${path}.new`, path);
  expect(await message("RENAMED")).toBe("two");
});

test("so is a new version of an installed package", async () => {
  const install = (version: string) => {
    store.write("../node_modules/rates/package.json", JSON.stringify({ name: "rates", version, main: "index.js" }));
    store.write("../node_modules/rates/index.js", `exports.version = "${version}";`);
  };
  install("1.0.0");
  store.write(
    "uses_rates.ts",
    "import { version } from 'rates'; export const CmdDo = () => ({ result: true, message: version });",
  );
  expect(await message("USES_RATES")).toBe("1.0.0");
  install("1.10.0");
  expect(await message("USES_RATES")).toBe("1.10.0");
});

test("the picture library comes with Core until the store installs its own", async () => {
  const text = `import sharp from "sharp";
    export const CmdDo = async () => {
      const picture = sharp?.({ create: { width: 3, height: 2, channels: 3, background: "red" } });
      return { result: true, message: picture === undefined ? "own" : (await picture.png().toBuffer()).toString("latin1", 1, 4) };
    };`;
  store.write("drawing.ts", text);
  expect(await message("DRAWING")).toBe("PNG");
  store.write("../node_modules/sharp/package.json", '{"name":"sharp","version":"1.0.0","main":"index.js"}');
  store.write("../node_modules/sharp/index.js", "module.exports = undefined;");
  expect(await message("DRAWING")).toBe("own");
  rmSync(join(store.folder, "node_modules", "sharp"), { recursive: true });
  expect(await message("DRAWING")).toBe("PNG");
});

test("an error saved into a module is said, and mended by the next save", async () => {
  store.write("mended.ts", saying("one"));
  expect(await message("MENDED")).toBe("one");
  store.write("mended.ts", "export const CmdDo = () => (");
  expect(await message("MENDED")).toContain("MENDED\\CmdDo failed: units/mended.ts:1:");
  store.write("mended.ts", saying("two"));
  expect(await message("MENDED")).toBe("two");
  rmSync(join(store.folder, "units", "mended.ts"));
  expect(await message("MENDED")).toMatch(/^Module not found! \[units\/mended\] /);
});

test("a warm isolate works on while nothing is changed", async () => {
  store.write("warm.ts", "export const CmdDo = () => ({ result: true, message: String(process.pid) });");
  const first = await message("WARM");
  expect(await message("WARM")).toBe(first);
  store.write("another.ts", saying("x"));
  expect(await message("WARM")).toBe(first);
});

test("no state of the cache breaks a call", async () => {
  store.write("cached.ts", saying("kept"));
  expect(await message("CACHED")).toBe("kept");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await message("CACHED")).toBe("kept");
  const own = () => readdirSync(cacheDir()).filter((file) => file.startsWith("cached."));
  expect(own().map((file) => file.replace(/[0-9a-f]{24}/, "#"))).toEqual(["cached.#.mjs", "cached.json"]);
  const [bundle = "", entry = ""] = own().map((file) => join(cacheDir(), file));

  const damages: (() => void)[] = [
    () => truncateSync(bundle, 10),
    () => writeFileSync(bundle, "x".repeat(readFileSync(bundle).length)),
    () => rmSync(bundle),
    () => truncateSync(entry, 20),
    () => writeFileSync(entry, "null"),
    () => writeFileSync(entry, JSON.stringify({ ...JSON.parse(readFileSync(entry, "utf8")), madeOf: [null] })),
    () => rmSync(cacheDir(), { recursive: true }),
  ];
  for (const damage of damages) {
    damage();
    // A new Core knows nothing but what the disk says.
    const runner = newRunner(store.folder);
    expect((await firstEnd(runner)).kind).toBe("answered");
    await runner.close();
    expect(await message("CACHED")).toBe("kept");
  }
});

test("two Cores with an empty cache at once do not hurt each other", async () => {
  store.write("cached.ts", saying("both"));
  rmSync(cacheDir(), { recursive: true });
  const runners = [newRunner(store.folder), newRunner(store.folder), newRunner(store.folder)];
  const ends = await Promise.all(runners.map((runner) => firstEnd(runner)));
  expect(ends).toMatchObject(runners.map(() => ({ answer: { message: "both" } })));
  await Promise.all(runners.map((runner) => runner.close()));
});

test("a copied store runs its own modules", async () => {
  store.write("cached.ts", saying("of the first"));
  expect(await message("CACHED")).toBe("of the first");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await message("CACHED")).toBe("of the first");
  const copy = `${store.folder}-copy`;
  cpSync(store.folder, copy, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(copy, "units", "cached.ts"), saying("of the copy"));
  const runner = newRunner(copy);
  expect(await firstEnd(runner)).toMatchObject({ answer: { message: "of the copy" } });
  await runner.close();
});

function newRunner(storeDir: string) {
  return createModuleRunner({
    storeDir,
    database: { engine: "sqlite", file: join(storeDir, "store.sqlite") },
    nick: "ms",
    timezone: "UTC",
    limits: { moduleSeconds: 20, moduleMemoryMb: 256, isolates: 2 },
    log: () => {},
  });
}

async function firstEnd(runner: ReturnType<typeof newRunner>) {
  const { value } = await runner
    .run({
      unit: "CACHED",
      command: "CmdDo",
      person: { id: 1, login: "admin", name: "" },
      params: {},
      files: [],
      signal: new AbortController().signal,
    })
    .next();
  return value;
}
