import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AnswerPart } from "@prilavok/protocol";
import Sqlite from "better-sqlite3";
// Its processes run what is built.
import { sqliteStepConnections } from "../dist/sql/sqlite-step-connections.js";
import type { ConnectSteps, Database } from "../src/sql/database.ts";
import { openSqliteDatabase } from "../src/sql/sqlite-database.ts";
import type { PoolParts } from "../src/steps/open-pool.ts";
import { type PoolAnswer, runReadPool } from "../src/steps/run-read-pool.ts";
import { runWritePool, type WritePoolParts } from "../src/steps/run-write-pool.ts";
import { createSchema } from "../src/store/create-schema.ts";
import type { Relation } from "../src/store/relations.ts";

/** A store of the shipped schema for the tests of steps, with the doors the engine opens to it. */
export interface StepsStore {
  readonly db: Database;
  readonly connectSteps: ConnectSteps;
  /** Runs statements that no door of the engine would; on SQLite, with no pool at work, they have run when it returns. */
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

export async function makeStore(): Promise<StepsStore> {
  const folder = mkdtempSync(join(tmpdir(), "prilavok-steps-"));
  const file = join(folder, "store.sqlite");
  const db = openSqliteDatabase(file, { nick: "ms", mode: "create" });
  await db.transaction(() => createSchema(db));
  const steps = sqliteStepConnections({
    file,
    limits: { readerMemoryMb: 512, readers: 2 },
    log: () => {},
  });
  return {
    db,
    connectSteps: steps.connect,
    exec: async (sql) => {
      const connection = new Sqlite(file, { timeout: 0 });
      // A pool at work needs this process's event loop to come to the end of its transaction.
      while (!isFree(connection)) await pause(10);
      connection.exec(sql);
      connection.close();
    },
    close: async () => {
      await steps.close();
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function isFree(connection: Sqlite.Database): boolean {
  try {
    connection.exec("BEGIN IMMEDIATE; COMMIT");
    return true;
  } catch {
    return false;
  }
}

const relation = (main: string, table: string, key: string, nullable = false): Relation => ({
  main,
  table,
  key,
  nullable,
});

/** A part of the shipped map, a table this store does not have and a field its table does not have. */
const RELATIONS: readonly Relation[] = [
  relation("user", "user_task", "user_id"),
  relation("user", "user_task", "exec_id"),
  relation("user", "user_task_note", "user_id", true),
  relation("user", "agent_memory", "user_id", true),
  relation("user", "gone_table", "user_id"),
  relation("user", "topic", "gone_field"),
  relation("user_task", "user_task_note", "task_id"),
];

/** What a pool answered: its sections by name as they arrived, and the end. */
export interface PoolOutcome {
  readonly parts: readonly string[];
  readonly rows: Readonly<Record<string, unknown[]>>;
  readonly refusal?: string;
  readonly answer: PoolAnswer;
}

/** Carries a reading pool out as Core does. */
export function runPool(
  store: StepsStore,
  list: readonly unknown[],
  parts: Partial<PoolParts> = {},
): Promise<PoolOutcome> {
  return takeApart(runReadPool(list, { ...partsOf(store), ...parts }));
}

/** Carries a pool that writes out as Core does, for the person 1. */
export function runWriting(
  store: Pick<StepsStore, "db" | "connectSteps">,
  list: readonly unknown[],
  parts: Partial<WritePoolParts> = {},
): Promise<PoolOutcome> {
  const more = {
    personId: 1,
    timezone: "Pacific/Kiritimati",
    log: (line: string) => process.stderr.write(`${line}\n`),
  };
  return takeApart(runWritePool(list, { ...partsOf(store), ...more, ...parts }));
}

function partsOf({ db, connectSteps }: Pick<StepsStore, "db" | "connectSteps">): PoolParts {
  return { db, connectSteps, relations: RELATIONS, signal: new AbortController().signal };
}

/** The sections of an answer as they came; rows of a dropped one are kept, to be looked at. */
async function takeApart(pool: ReturnType<typeof runReadPool>): Promise<PoolOutcome> {
  const names: string[] = [];
  const bytes = new Map<string, Uint8Array[]>();
  let section = "";
  let next = await pool.next();
  for (; next.done !== true; next = await pool.next()) {
    section = take(next.value, section, names, bytes);
  }
  const rows = Object.fromEntries([...bytes].map(([name, pieces]) => [name, lines(pieces)]));
  return "refusal" in next.value
    ? { parts: names, rows, refusal: next.value.refusal, answer: NO_ANSWER }
    : { parts: names, rows, answer: next.value.data };
}

const NO_ANSWER: PoolAnswer = { ok: false, steps: [], changed: [], unlocked: [], ms: 0 };

function take(
  part: Exclude<AnswerPart, { kind: "envelope" }>,
  section: string,
  names: string[],
  bytes: Map<string, Uint8Array[]>,
): string {
  if (part.kind === "rows") {
    bytes.get(section)?.push(part.bytes);
    return section;
  }
  names.push(part.kind === "close" ? `close ${part.section} ${part.rows}` : `${part.kind} ${part.section}`);
  if (part.kind === "open") bytes.set(part.section, []);
  return part.section;
}

function lines(pieces: readonly Uint8Array[]): unknown[] {
  const text = Buffer.concat(pieces).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}
