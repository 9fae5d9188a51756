import { readdirSync } from "node:fs";
import { compareSqlite, snapshotFolder } from "@prilavok/faults";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import { readLines } from "./read-lines.ts";
import { layGateFixture } from "./stores/gate-fixture.ts";
import { withServerMode } from "./stores/server-mode.ts";

interface GateCase {
  readonly id: string;
  readonly engines: readonly string[];
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly dbnick?: string;
  /** Of the server, before the store connects. */
  readonly sql_mode?: string;
  readonly verdict: "allow" | "refuse";
  readonly error?: string;
}

const cases = readLines<GateCase>("cases/sql-gate.jsonl");
/** Long enough for what reads, short for what would never end. */
const limits = { readSeconds: 4 };
/** The activity log is written beside the calls. */
const LEFT_OUT = /^activity\b/;

describe.each(cells)("the read gate, $name", (cell) => {
  const own = cases.filter(({ engines }) => engines.includes(cell.engine));
  const stores = new Map<string, OpenedStore>();
  const storeOf = ({ dbnick = "gate", sql_mode = "" }: GateCase) => `${dbnick} ${sql_mode}`;
  beforeAll(async () => {
    for (const key of new Set(own.map(storeOf))) {
      const [nick = "", mode = ""] = key.split(" ");
      const open = () => OpenedStore.create(cell, { nick, limits }, layGateFixture);
      stores.set(key, await (mode === "" ? open() : withServerMode(mode, open)));
    }
  }, 120_000);
  afterAll(async () => {
    for (const opened of stores.values()) await opened[Symbol.asyncDispose]();
  });

  const opened = (given: GateCase): OpenedStore => {
    const found = stores.get(storeOf(given));
    if (found === undefined) throw new Error(`no store for ${given.id}`);
    return found;
  };
  const select = async (given: GateCase) => {
    const { sql, params } = given;
    const step = { do: "select", sql: opened(given).store.database.named(sql), ...(params && { params }) };
    const answer = await opened(given).call("engine_db_select", { pool: [step] });
    const [answered] = (answer.data?.steps ?? []) as { error?: string }[];
    return { answer, error: answered?.error };
  };
  const everything = async ({ store }: OpenedStore) => ({
    database: await store.database.snapshot(),
    files: [
      ...snapshotFolder(store.folder, LEFT_OUT).keys(),
      ...readdirSync("/tmp").filter((name) => name.includes("sg_")),
    ],
  });

  describe("allows what reads [gat-01]", () => {
    it.each(own.filter(({ verdict }) => verdict === "allow"))("$id: $sql", async (given) => {
      const { answer, error } = await select(given);
      expect({ isError: answer.isError, ok: answer.data?.ok, error }).toEqual({ isError: false, ok: true });
    });
  });

  describe("refuses what does not, and nothing changes [gat-02, gat-03]", () => {
    // The first cell of a database looks after every case; behind the other doors stands the same gate.
    const looksEachTime = cells.find(({ engine }) => engine === cell.engine) === cell;
    const known = new Map<OpenedStore, Awaited<ReturnType<typeof everything>>>();
    beforeAll(async () => {
      for (const store of stores.values()) known.set(store, await everything(store));
    });
    const nothingChanged = async (store: OpenedStore) => {
      const after = await everything(store);
      const before = known.get(store) ?? after;
      expect(compareSqlite(before.database, after.database)).toEqual({});
      expect(after.files).toEqual(before.files);
      known.set(store, after);
    };
    it.each(own.filter(({ verdict }) => verdict === "refuse"))("$id: $sql", async (given) => {
      const { answer, error = "" } = await select(given);
      expect({ isError: answer.isError, ok: answer.data?.ok }).toEqual({ isError: true, ok: false });
      expect(error).not.toBe("");
      if (given.error !== undefined) expect(error.slice(0, given.error.length)).toBe(given.error);
      if (looksEachTime) await nothingChanged(opened(given));
    });
    it("and all of them together", async () => {
      for (const store of stores.values()) await nothingChanged(store);
    });
  });
});
