import { readFileSync } from "node:fs";
import { compareSqlite, snapshotFolder, snapshotSqlite } from "@prilavok/faults";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { readLines } from "./read-lines.ts";
import type { FreshStore } from "./stores/fresh-store.ts";

interface GateCase {
  readonly id: string;
  readonly engines: readonly string[];
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly dbnick?: string;
  readonly verdict: "allow" | "refuse";
  readonly error?: string;
}

const cases = readLines<GateCase>("cases/sql-gate.jsonl");
const fixture = readFileSync(new URL("cases/sql-gate.fixture.sqlite.sql", import.meta.url), "utf8");
/** Long enough for what reads, short for what would never end. */
const limits = { readSeconds: 4 };

describe.each(cells)("the read gate, $name", (cell) => {
  const own = cases.filter(({ engines }) => engines.includes(cell.engine));
  const stores = new Map<string, OpenedStore>();
  beforeAll(async () => {
    for (const nick of ["gate", "ms"]) stores.set(nick, await OpenedStore.create(cell, { nick, limits }, loadFixture));
  });
  afterAll(async () => {
    for (const opened of stores.values()) await opened[Symbol.asyncDispose]();
  });

  const select = async ({ sql, params, dbnick = "gate" }: GateCase) => {
    const opened = stores.get(dbnick);
    if (opened === undefined) throw new Error(`no store of the nick ${dbnick}`);
    const step = { do: "select", sql, ...(params && { params }) };
    const answer = await opened.call("engine_db_select", { pool: [step] });
    const [answered] = (answer.data?.steps ?? []) as { error?: string }[];
    return { opened, answer, error: answered?.error };
  };

  describe("allows what reads [gat-01]", () => {
    it.each(own.filter(({ verdict }) => verdict === "allow"))("$id: $sql", async (given) => {
      const { answer, error } = await select(given);
      expect({ isError: answer.isError, ok: answer.data?.ok, error }).toEqual({ isError: false, ok: true });
    });
  });

  describe("refuses what does not, and nothing changes [gat-02, gat-03]", () => {
    it.each(own.filter(({ verdict }) => verdict === "refuse"))("$id: $sql", async (given) => {
      const { store } = stores.get(given.dbnick ?? "gate") ?? {};
      const before = store && { database: snapshotSqlite(store.databaseFile), files: snapshotFolder(store.folder, /^activity\.sqlite/) };
      const { answer, error = "" } = await select(given);
      expect({ isError: answer.isError, ok: answer.data?.ok }).toEqual({ isError: true, ok: false });
      expect(error).not.toBe("");
      if (given.error !== undefined) expect(error.slice(0, given.error.length)).toBe(given.error);
      expect(store && before && compareSqlite(before.database, snapshotSqlite(store.databaseFile))).toEqual({});
      expect(store && [...snapshotFolder(store.folder, /^activity\.sqlite/).keys()]).toEqual(before && [...before.files.keys()]);
    });
  });
});

function loadFixture(store: FreshStore): void {
  const database = new Database(store.databaseFile);
  database.exec(fixture);
  database.close();
}
