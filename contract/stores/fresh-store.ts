import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MariadbStoreDatabase } from "./mariadb-store-database.ts";
import { sqliteStoreDatabase } from "./sqlite-store-database.ts";
import type { StoreDatabase } from "./store-database.ts";

/** The program as a host configuration starts it, with `node`. */
export const PRILAVOK = fileURLToPath(new URL("../../packages/prilavok/bin/prilavok.js", import.meta.url));

/** Where the program keeps a user's settings while it is tested, as a variable of its environment. */
export const configFolder = { PRILAVOK_CONFIG_DIR: process.env.PRILAVOK_CONFIG_DIR ?? "" };

/** Runs a command of `prilavok` to its end; rejects, with what it said, where the exit code is not 0. */
function prilavok(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return runPrilavok(args);
}

/** The same with a user's settings of its own and words on its standard input. */
export function runPrilavok(
  args: readonly string[],
  { settings = configFolder, input }: { readonly settings?: Record<string, string>; readonly input?: string } = {},
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, ...settings };
  const running = promisify(execFile)(process.execPath, [PRILAVOK, ...args], { encoding: "utf8", env });
  running.child.stdin?.end(input);
  return running;
}

/** The database a store is on. */
export type StoreEngine = "sqlite" | "mariadb" | "mysql";

export interface StoreOptions {
  /** SQLite when left out. */
  readonly engine?: StoreEngine;
  /** `ms` when left out. */
  readonly nick?: string;
  /** Laid over the limits of `store.json`. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** A store just made by `prilavok init`, gone when it is disposed of. */
export class FreshStore {
  readonly engine: StoreEngine;
  readonly folder: string;
  readonly database: StoreDatabase;

  private constructor(engine: StoreEngine, folder: string, database: StoreDatabase) {
    this.engine = engine;
    this.folder = folder;
    this.database = database;
  }

  static async create({ engine = "sqlite", nick = "ms", limits }: StoreOptions = {}): Promise<FreshStore> {
    const folder = mkdtempSync(join(tmpdir(), "prilavok-store-"));
    const store = new FreshStore(
      engine,
      folder,
      await (engine === "sqlite" ? layFile(folder, nick) : initOnServer(folder, nick)),
    );
    if (limits !== undefined) store.changeSettings({ limits });
    return store;
  }

  get databaseFile(): string {
    return join(this.folder, "store.sqlite");
  }

  /** Lays keys over those of `store.json`. */
  changeSettings(keys: Readonly<Record<string, unknown>>): void {
    const path = join(this.folder, "store.json");
    const settings = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...settings, ...keys }));
  }

  /** Puts a tool into the registry: the module and its registry file are written, then `prilavok tool add` takes them. */
  async addTool(name: string, module: string, registry: object): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "prilavok-tool-"));
    writeFileSync(join(folder, `${name}.ts`), module);
    writeFileSync(join(folder, `${name}.tool.json`), JSON.stringify(registry));
    await prilavok("tool", "add", join(folder, `${name}.ts`), "--store", this.folder);
    rmSync(folder, { recursive: true });
  }

  /** Writes a file of the store's folder, as an owner's editor does. */
  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** For a store on SQLite, which stands whole in its folder. */
  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this[Symbol.dispose]();
    await this.database.close();
  }
}

async function layFile(folder: string, nick: string): Promise<StoreDatabase> {
  cpSync(await template(nick), folder, { recursive: true });
  return sqliteStoreDatabase(join(folder, "store.sqlite"));
}

async function initOnServer(folder: string, nick: string): Promise<StoreDatabase> {
  const database = await MariadbStoreDatabase.create();
  await prilavok("init", folder, "--nick", nick, "--db", database.url);
  return database;
}

const templates = new Map<string, Promise<string>>();

/** A store nobody opens, made once a process for each nick: a copy of it costs less than `init`. */
function template(nick: string): Promise<string> {
  const made = templates.get(nick) ?? makeTemplate(nick);
  templates.set(nick, made);
  return made;
}

async function makeTemplate(nick: string): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), "prilavok-template-"));
  process.once("exit", () => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, "shop");
  await prilavok("init", folder, "--nick", nick);
  return folder;
}
