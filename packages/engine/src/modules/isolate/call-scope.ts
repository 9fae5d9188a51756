import { moduleRefusals } from "@prilavok/protocol";
import type { Db, Params, Refusal, Row, Written } from "@prilavok/sdk";
import { bindStatement } from "../../sql/bind-statement.ts";
import type { LexRules } from "../../sql/lex-rules.ts";
import type { ModuleConnection, RowStream } from "../../sql/module-connection.ts";
import { bareTableName, realTableName } from "../../store/table-names.ts";
import { type LockOwner, releaseLocks, takeLocks } from "./command-locks.ts";
import { insertRows } from "./insert-rows.ts";
import { plainValue } from "./one-value.ts";
import { wallClock } from "./wall-clock.ts";

/** What one call of a command holds of the store; after `end` nothing of it works any more. */
export interface CallScope {
  readonly db: Db;
  lock(tables: string | readonly string[]): Promise<Refusal | undefined>;
  change(tables: string | readonly string[]): Promise<void>;
  /** Gives everything back: a transaction left open is rolled back, locks are released. */
  end(): Promise<{ readonly queries: number; readonly queriesMs: number; readonly leftTransaction: boolean }>;
}

/** Opens the scope of a call; `onLocks` hears before the first lock is taken and when all are given back. */
export function openCallScope(
  connection: ModuleConnection,
  rules: LexRules,
  owner: LockOwner,
  onLocks: (held: boolean) => void,
): CallScope {
  const { nick } = connection;
  let ended = false;
  let locked = false;

  const open = (): ModuleConnection => {
    if (ended) throw new Error(moduleRefusals.callEnded);
    return connection;
  };
  const bind = (sql: string, params: Params = {}) => {
    const values = Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(plainValue) : plainValue(value),
    ]);
    const statement = bindStatement(sql, Object.fromEntries(values), nick, rules);
    if ("refusal" in statement) throw new Error(statement.refusal);
    return statement;
  };
  const realTables = new Map<string, string>();
  const realTable = async (table: string): Promise<string> => {
    const real = realTables.get(table) ?? realTableName(table, await open().tableNames(), nick);
    if (real === undefined) throw new Error(moduleRefusals.unknownTable(table));
    realTables.set(table, real);
    return real;
  };
  const bareTables = async (tables: string | readonly string[]): Promise<string[]> => {
    const real = await Promise.all([tables].flat().map(realTable));
    return [...new Set(real.map((table) => bareTableName(table, nick)))];
  };

  const db: Db = {
    async rows(sql, params): Promise<Row[]> {
      const statement = bind(sql, params);
      return await open().rows(statement.sql, statement.values);
    },
    stream(sql, params): RowStream {
      const statement = bind(sql, params);
      return open().stream(statement.sql, statement.values);
    },
    async run(sql, params): Promise<Written> {
      const statement = bind(sql, params);
      return await open().run(statement.sql, statement.values);
    },
    async insert(table, rows): Promise<Written> {
      const real = await realTable(table);
      return await insertRows(open(), real, rows);
    },
    async generate(table): Promise<number> {
      const [bare = ""] = await bareTables(table);
      const next = await open().nextId(bare);
      if (next === undefined) throw new Error(moduleRefusals.noGenerator(table));
      return next;
    },
    async transaction(work) {
      if (open().inTransaction) throw new Error(moduleRefusals.nestedTransaction);
      await connection.begin();
      try {
        const result = await work();
        await open().run("COMMIT");
        return result;
      } finally {
        if (!ended && connection.inTransaction) await connection.run("ROLLBACK");
      }
    },
  };

  return {
    db,
    async lock(tables) {
      if (open().inTransaction) throw new Error(moduleRefusals.lockInTransaction);
      const bare = await bareTables(tables);
      if (!locked) onLocks(true);
      locked = true;
      return await takeLocks(open(), bare, owner);
    },
    async change(tables) {
      for (const table of await bareTables(tables)) {
        await open().mark(table, wallClock(new Date()));
      }
    },
    async end() {
      ended = true;
      await connection.settled();
      const leftTransaction = connection.inTransaction;
      if (leftTransaction) await connection.run("ROLLBACK");
      if (locked) {
        await releaseLocks(connection, owner.callId);
        onLocks(false);
        locked = false;
      }
      const { queries, ms } = connection.spent;
      await connection.reset();
      return { queries, queriesMs: ms, leftTransaction };
    },
  };
}
