import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createStore, type OpenCore, openCore } from "@prilavok/engine";
import type { Envelope, FilePart, FileParts } from "@prilavok/protocol";
import Sqlite from "better-sqlite3";

/** A store with elements to hang files on and its Core, called as a carrier would. */
export class FilesStore {
  readonly folder: string;
  readonly log: string[] = [];
  #core: Promise<OpenCore> | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<FilesStore> {
    const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "prilavok-files-"))), "store");
    const created = await createStore(folder);
    if ("refusal" in created) throw new Error(created.refusal);
    const store = new FilesStore(folder);
    store.changeSettings({ timezone: "Pacific/Kiritimati" });
    store.exec("INSERT INTO ms_brand (id, name) VALUES (1, 'one'), (2, 'two')");
    store.exec("INSERT INTO ms_topic (id, name) VALUES (1, 'section')");
    return store;
  }

  /** Lays keys over those of `store.json`; the Core that is open does not see them. */
  changeSettings(keys: Record<string, unknown>): void {
    const path = join(this.folder, "store.json");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...keys }));
  }

  /** One Core, opened at the first call. */
  core(): Promise<OpenCore> {
    this.#core ??= this.#open();
    return this.#core;
  }

  /** The envelope of a call by the store's owner. */
  async call(
    command: string,
    args: Record<string, unknown>,
    files?: FileParts,
    signal = new AbortController().signal,
  ): Promise<Envelope> {
    const core = await this.core();
    for await (const part of core.call({ command, args, app: "test", topic: "t" }, "admin", signal, files)) {
      if (part.kind === "envelope") return part.envelope;
    }
    throw new Error("no envelope came");
  }

  /** Hangs parts on the first brand; an entry names its part. */
  add(parts: readonly FilePart[], signal?: AbortSignal, entity = "brand"): Promise<Envelope> {
    const files = parts.map(({ part }) => ({ part, entity, elem_id: 1, real_name: `${part}.jpg` }));
    return this.call("engine_files_add", { files }, inTurn(parts), signal);
  }

  exec(sql: string): void {
    const connection = new Sqlite(this.file);
    connection.exec(sql);
    connection.close();
  }

  rows(sql = "SELECT * FROM ms_files_brand ORDER BY id"): Record<string, unknown>[] {
    const connection = new Sqlite(this.file, { readonly: true });
    try {
      return connection.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      connection.close();
    }
  }

  /** Everything that is no folder under `files/`. */
  filesOnDisk(): string[] {
    const entries = readdirSync(join(this.folder, "files"), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .sort();
  }

  get file(): string {
    return join(this.folder, "store.sqlite");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#core)?.close();
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  async #open(): Promise<OpenCore> {
    const core = await openCore(this.folder, (line) => this.log.push(line));
    if ("refusal" in core) throw new Error(core.refusal);
    return core;
  }
}

async function* inTurn(parts: readonly FilePart[]): FileParts {
  yield* parts;
}

/** A part of the given pieces; a function is carried out when its turn comes. */
export function part(number: number, ...pieces: (string | (() => unknown))[]): FilePart {
  return { part: `data_${number}`, name: `data_${number}.jpg`, bytes: inPieces(pieces) };
}

async function* inPieces(pieces: readonly (string | (() => unknown))[]): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    if (typeof piece === "function") await piece();
    else yield Buffer.from(piece);
  }
}
