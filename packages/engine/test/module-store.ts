import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  createModuleRunner,
  createStore,
  type ModuleEnd,
  type ModuleLimits,
  type ModuleRunner,
} from "@prilavok/engine";
import Sqlite from "better-sqlite3";
import { type MysqlDatabase, openMysqlDatabase } from "../src/sql/mysql-database.ts";
import type { MariadbScratch } from "./mariadb-scratch.ts";

export interface CallOptions {
  readonly params?: Record<string, unknown>;
  readonly files?: Record<string, unknown>[];
  readonly signal?: AbortSignal;
  /** Stops reading after so many parts of the answer. */
  readonly partsRead?: number;
}

/** A call with all its rows read. */
export interface RunCall {
  /** The text of a crash. */
  readonly crash?: string;
  readonly answer?: Record<string, unknown>;
  readonly end?: ModuleEnd;
  /** Lines of the tables that were closed. */
  readonly tables: Record<string, string[]>;
  readonly dropped: string[];
}

const BODY_MODULE = `
  const AsyncFunction = (async () => {}).constructor;
  export function CmdDo(c) { return AsyncFunction("c", c.params.body)(c); }
`;

/** A store of the shipped schema with modules written by the test and a runner for them. */
export class ModuleStore {
  readonly folder: string;
  readonly file: string;
  readonly log: string[] = [];
  readonly runner: ModuleRunner;
  readonly #server: MysqlDatabase | undefined;

  private constructor(folder: string, limits: Partial<ModuleLimits>, server?: MysqlDatabase) {
    this.folder = folder;
    this.file = join(folder, "store.sqlite");
    this.#server = server;
    this.runner = createModuleRunner({
      storeDir: folder,
      ...(server === undefined
        ? { database: { engine: "sqlite", file: this.file } }
        : { database: { engine: "server", server: server.server }, endConnection: (thread) => server.kill(thread) }),
      nick: "ms",
      timezone: "Asia/Tokyo",
      limits: { moduleSeconds: 20, moduleMemoryMb: 512, isolates: 4, ...limits },
      log: (line) => this.log.push(line),
    });
  }

  /** On SQLite, or in a database on a server. */
  static async open(limits: Partial<ModuleLimits> = {}, scratch?: MariadbScratch): Promise<ModuleStore> {
    const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "prilavok-modules-"))), "store");
    const created = await createStore(folder, scratch === undefined ? {} : { db: scratch.url });
    if ("refusal" in created) throw new Error(created.refusal);
    const server = scratch && (await openMysqlDatabase(scratch.address, "ms"));
    const store = new ModuleStore(folder, limits, server);
    store.write("body.js", BODY_MODULE);
    return store;
  }

  /** Writes a file of `units/`, or of the store's folder where the name starts with `../`. */
  write(name: string, text: string): void {
    const path = join(this.folder, "units", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  async run(unit: string, command: string, options: CallOptions = {}): Promise<RunCall> {
    const { params = {}, files = [], signal = new AbortController().signal, partsRead = Infinity } = options;
    const parts = this.runner.run({
      unit,
      command,
      person: { id: 1, login: "admin", name: "Admin" },
      params,
      files,
      signal,
    });
    const texts = new Map<string, Buffer[]>();
    const tables: Record<string, string[]> = {};
    const dropped: string[] = [];
    let open = "";
    for (let read = 0; read < partsRead; read += 1) {
      const next = await parts.next();
      if (next.done === true) {
        const end = next.value;
        if (end.kind === "crashed") return { crash: end.text, end, tables, dropped };
        return { answer: end.answer, end, tables, dropped };
      }
      const part = next.value;
      if (part.kind === "rows") texts.get(open)?.push(Buffer.from(part.bytes));
      if (part.kind === "open") {
        open = part.section;
        texts.set(open, []);
      }
      if (part.kind === "drop") dropped.push(part.section);
      if (part.kind === "close") {
        const lines = Buffer.concat(texts.get(open) ?? [])
          .toString("utf8")
          .split("\n")
          .slice(0, -1);
        if (lines.length !== part.rows) throw new Error(`${open}: ${part.rows} rows said, ${lines.length} came`);
        tables[part.section.replace(/^tables\./, "")] = lines;
      }
    }
    await parts.return({ kind: "crashed", text: "" });
    return { tables, dropped };
  }

  /**
   * Runs a command whose body is given as JavaScript text; its context is in `c`. All of them are one module, so
   * that they share a warm isolate.
   */
  async runBody(body: string, options: CallOptions = {}): Promise<RunCall> {
    return await this.run("BODY", "CmdDo", { ...options, params: { ...options.params, body } });
  }

  /** Rows of a query through a connection of the test's own. */
  query(sql: string): unknown[] {
    const connection = new Sqlite(this.file);
    try {
      const statement = connection.prepare(sql);
      return statement.reader ? statement.all() : [statement.run()];
    } finally {
      connection.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.runner.close();
    await this.#server?.close();
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }
}
