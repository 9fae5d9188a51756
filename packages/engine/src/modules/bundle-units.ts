import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemReason } from "@prilavok/protocol";
import { buildUnit, SDK_FILE } from "./build-unit.ts";
import { type FileStamp, settledBefore, stampOf, stampsHold } from "./file-stamps.ts";

/** One file an isolate can import. Bundles of one identity behave the same. */
export interface Bundle {
  readonly path: string;
  readonly identity: string;
}

/** What a unit came to: a bundle, no such file, the first error in its source, or why the bundle could not be kept. */
export type BundleOutcome =
  | { readonly kind: "bundle"; readonly bundle: Bundle }
  | { readonly kind: "missing" }
  | { readonly kind: "broken"; readonly text: string }
  | { readonly kind: "notKept"; readonly reason: string };

interface CacheEntry {
  readonly bundle: Bundle;
  /** Everything the bundle depends on, itself included. */
  readonly madeOf: readonly FileStamp[];
}

const EXTENSIONS = [".ts", ".mts", ".js", ".mjs"];
const UNIT_NAME = /^[a-z0-9_][a-z0-9_.-]*$/;
const KEEP_OLD_BUNDLES_MS = 24 * 60 * 60 * 1000;

/** Where bundles are kept: below the store, so that Node finds the store's `node_modules` from there. */
function bundleDir(storeDir: string): string {
  return join(storeDir, ".cache", "units");
}

/**
 * Bundles a unit by its address. A warm call costs a few stats; a change of the module, of a file it imports, of
 * the folders they lie in or of an installed package's version makes a new bundle. Several processes may share
 * the cache.
 */
export function createUnitBundler(storeDir: string, unitsDir: string): (unit: string) => Promise<BundleOutcome> {
  const known = new Map<string, CacheEntry>();
  const building = new Map<string, Promise<unknown>>();

  return async (unit) => {
    const name = unit.toLowerCase();
    for (;;) {
      const file = UNIT_NAME.test(name) ? findUnitFile(unitsDir, name) : undefined;
      if (file === undefined) return { kind: "missing" };
      const entry = known.get(name) ?? readEntry(storeDir, name);
      if (entry !== undefined && stampsHold(entry.madeOf)) {
        known.set(name, entry);
        return { kind: "bundle", bundle: entry.bundle };
      }
      known.delete(name);
      const running = building.get(name);
      if (running === undefined) {
        const build = buildEntry(storeDir, unitsDir, name, file);
        const forget = () => building.delete(name);
        building.set(name, build.then(forget, forget));
        return await build;
      }
      // A save may have come after that build began, so its outcome is checked like any other.
      await running;
    }
  };
}

function findUnitFile(unitsDir: string, name: string): string | undefined {
  return EXTENSIONS.map((extension) => join(unitsDir, name + extension)).find((path) => existsSync(path));
}

async function buildEntry(storeDir: string, unitsDir: string, name: string, file: string): Promise<BundleOutcome> {
  const dir = bundleDir(storeDir);
  const startedAt = Date.now();
  const built = await buildUnit(storeDir, file, dir);
  if ("error" in built) return { kind: "broken", text: built.error };

  const folders = [unitsDir, ...built.sources.map((source) => dirname(source))];
  const inputs = [...new Set([...built.sources, ...folders, ...built.packages])].map(stampOf);
  const identity = createHash("sha256")
    .update(JSON.stringify([built.code, built.packages.map(stampOf)]))
    .digest("hex")
    .slice(0, 24);
  const path = join(dir, `${name}.${identity}.mjs`);
  const bundle: Bundle = { path, identity };
  try {
    mkdirSync(dir, { recursive: true });
    if (!existsSync(path) || readFileSync(path, "utf8") !== built.code) writeWhole(path, built.code);
    if (settledBefore(inputs, startedAt)) {
      writeWhole(entryPath(storeDir, name), entryText(storeDir, { bundle, madeOf: [...inputs, stampOf(path)] }));
      removeOldBundles(dir, name, path);
    }
  } catch (error) {
    return { kind: "notKept", reason: systemReason(error) };
  }
  return { kind: "bundle", bundle };
}

/** The file appears whole or not at all, whoever else writes it and whatever dies. */
function writeWhole(path: string, text: string): void {
  const beside = `${path}.${randomUUID()}.part`;
  const file = openSync(beside, "wx");
  try {
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Another process may be about to import a bundle it has just looked up, so only old ones go. */
function removeOldBundles(dir: string, name: string, keep: string): void {
  for (const file of readdirSync(dir)) {
    const path = join(dir, file);
    if (path === keep || !file.startsWith(`${name}.`) || !/^\.[0-9a-f]{24}\.mjs/.test(file.slice(name.length)))
      continue;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > KEEP_OLD_BUNDLES_MS) rmSync(path, { force: true });
  }
}

function entryPath(storeDir: string, name: string): string {
  return join(bundleDir(storeDir), `${name}.json`);
}

/** An entry holds for this store's place and this build of Core only: a copied store starts anew. */
function entryText(storeDir: string, entry: CacheEntry): string {
  return JSON.stringify({ storeDir, sdk: SDK_FILE, ...entry });
}

/** Anything but a whole entry of this store counts as none. */
function readEntry(storeDir: string, name: string): CacheEntry | undefined {
  const path = entryPath(storeDir, name);
  if (!existsSync(path)) return undefined;
  try {
    const entry: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isOwnEntry(entry, storeDir) ? { bundle: entry.bundle, madeOf: entry.madeOf } : undefined;
  } catch {
    return undefined;
  }
}

function isOwnEntry(entry: unknown, storeDir: string): entry is CacheEntry {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "storeDir" in entry &&
    entry.storeDir === storeDir &&
    "sdk" in entry &&
    entry.sdk === SDK_FILE &&
    "madeOf" in entry &&
    Array.isArray(entry.madeOf) &&
    entry.madeOf.every(Array.isArray)
  );
}
