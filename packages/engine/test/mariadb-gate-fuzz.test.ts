import { readFileSync } from "node:fs";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindStatement } from "../src/sql/bind-statement.ts";
import type { LexRules } from "../src/sql/lex-rules.ts";
import { checkReads } from "../src/sql/read-gate.ts";
import { GateTexts } from "./gate-texts.ts";
import { SERVER_ENGINE } from "./mariadb-scratch.ts";
import { MariadbSteps, readStep } from "./mariadb-steps.ts";
import { changesBetween, fingerprintServer } from "./server-fingerprint.ts";

/** `PRILAVOK_GATE_TEXTS=100000` makes it a long run, `PRILAVOK_GATE_SEED` another one. */
const TEXTS = Number(process.env.PRILAVOK_GATE_TEXTS ?? 6000);
const SEED = Number(process.env.PRILAVOK_GATE_SEED ?? 2026);
const BATCH = 250;
const STATEMENT_SECONDS = 0.3;
const isMariadb = SERVER_ENGINE === "mariadb";
const OVER_TIME = isMariadb ? 1969 : 3024;
/** What ends a statement that takes too long. */
const TIME_LIMIT = isMariadb
  ? `max_statement_time = ${STATEMENT_SECONDS}`
  : `max_execution_time = ${STATEMENT_SECONDS * 1000}`;
/** The session's own variables, and whether its transaction stands, in the server's words. */
const USER_VARIABLES = isMariadb
  ? "SELECT variable_name, variable_value FROM information_schema.user_variables"
  : "SELECT variable_name, variable_value FROM performance_schema.user_variables_by_thread WHERE thread_id = PS_CURRENT_THREAD_ID()";
const IN_TRANSACTION = isMariadb
  ? "@@in_transaction"
  : `(SELECT COUNT(*) FROM performance_schema.events_transactions_current
      WHERE thread_id = PS_CURRENT_THREAD_ID() AND state = 'ACTIVE' AND autocommit = 'NO')`;

/** Each is a server's `sql_mode` that the lexer has to know. */
const MODES = [
  "",
  "ANSI_QUOTES",
  "NO_BACKSLASH_ESCAPES",
  "ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,IGNORE_SPACE",
];

/** Lines of the fixture that write from within a SELECT: only the engine's guards see that. */
const WRITES_WITHIN = /f_ins|f_var|v_writes/;

function rulesOf(mode: string): LexRules {
  return {
    dialect: SERVER_ENGINE,
    noBackslashEscapes: mode.includes("NO_BACKSLASH_ESCAPES"),
    ansiQuotes: mode.includes("ANSI_QUOTES"),
  };
}

/** The text as it goes to the server, where the gate lets it. */
function passGate(text: string, rules: LexRules): string | undefined {
  const bound = bindStatement(text, {}, "ms", rules);
  return "refusal" in bound || checkReads(bound.sql, rules) !== undefined ? undefined : bound.sql;
}

async function layFixture(store: MariadbSteps, leaveOut?: RegExp): Promise<void> {
  const fixture = readFileSync(new URL("../../../contract/cases/sql-gate.fixture.sql", import.meta.url), "utf8");
  const lines = fixture.split("\n").map((line) => line.replace(/;?\s*(--.*)?$/, ""));
  const left = lines.filter((line) => line !== "" && leaveOut?.test(line) !== true);
  await store.scratch.exec(...left.filter((line) => isMariadb || !line.startsWith("CREATE SEQUENCE")));
}

interface Tally {
  texts: number;
  allowed: number;
  answered: number;
}

/** Runs batches of texts that the gate lets through; `carryOut` runs a batch and says what else it saw happen. */
async function fuzz(
  store: MariadbSteps,
  given: { readonly seed: number; readonly rulesOf: (batch: number) => LexRules },
  carryOut: (texts: readonly string[], batch: number, tally: Tally) => Promise<string[]>,
): Promise<Tally> {
  const watcher = await createConnection({ uri: store.scratch.url, dateStrings: true });
  const source = new GateTexts(given.seed);
  const tally: Tally = { texts: 0, allowed: 0, answered: 0 };
  let before = await fingerprintServer(watcher, store.scratch.name);
  const changedBy = async (texts: readonly string[], batch: number, counted: Tally) => {
    const seen = await carryOut(texts, batch, counted);
    const after = await fingerprintServer(watcher, store.scratch.name);
    const changes = [...seen, ...changesBetween(before, after)];
    before = after;
    return changes;
  };
  try {
    for (let batch = 0; tally.texts < TEXTS; batch += 1) {
      const rules = given.rulesOf(batch);
      const texts = Array.from({ length: BATCH }, () => passGate(source.next(), rules)).filter(
        (text) => text !== undefined,
      );
      tally.texts += BATCH;
      tally.allowed += texts.length;
      const changes = await changedBy(texts, batch, tally);
      if (changes.length === 0) continue;
      const guilty = [];
      for (const text of texts) {
        const own = await changedBy([text], batch, { ...tally });
        if (own.length > 0) guilty.push({ text, own });
      }
      expect({ seed: given.seed, batch, changes, guilty }).toEqual({
        seed: given.seed,
        batch,
        changes: [],
        guilty: [],
      });
    }
  } finally {
    await watcher.end();
  }
  return tally;
}

describe("no text that the gate allows was seen to change the server", { timeout: 7_200_000 }, () => {
  let store: MariadbSteps;
  beforeAll(async () => {
    store = await MariadbSteps.create();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  it("through the door of a reading pool, functions and views that write included [gat-02]", async () => {
    await layFixture(store);
    const { rules } = store.db.server;
    const tally = await fuzz(store, { seed: SEED, rulesOf: () => rules }, async (texts, _, counted) => {
      let connection = await store.steps.connect("read");
      for (const text of texts) {
        const { end } = await readStep(connection, text, [], { timeoutMs: STATEMENT_SECONDS * 1000, maxRows: 200 });
        if (end.kind === "done") counted.answered += 1;
        if (end.kind === "tooMany" || (end.kind === "error" && /stopped|broke/.test(end.text))) {
          await connection.close();
          connection = await store.steps.connect("read");
        }
      }
      await connection.close();
      return [];
    });
    process.stderr.write(`gate and guards: ${JSON.stringify(tally)}\n`);
    expect(tally.answered).toBeGreaterThan(TEXTS / 20);
  });
});

/** What the server counts of statements that only read. */
const READING_COUNTERS = /^Com_(select|show_.*|admin_commands|empty_query|begin|commit|set_option)$/;
/** What any statement moves. */
const MOVING = [
  "timestamp",
  "last_insert_id",
  "identity",
  "insert_id",
  "rand_seed1",
  "rand_seed2",
  "error_count",
  "warning_count",
  "in_transaction",
  "pseudo_thread_id",
];

/** A connection without a guard: it writes, takes several statements, and tells what was done on it. */
class OpenConnection {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  static async create(url: string, mode: string): Promise<OpenConnection> {
    const connection = await createConnection({
      uri: url,
      multipleStatements: true,
      rowsAsArray: true,
      charset: "UTF8MB4_GENERAL_CI",
    });
    await connection.query(`SET sql_mode = '${mode}', ${TIME_LIMIT}, sql_select_limit = 50, lock_wait_timeout = 2`);
    return new OpenConnection(connection);
  }

  /** How many answers came, or the number of the error. */
  async run(
    text: string,
  ): Promise<{ readonly answers: number } | { readonly errno: number } | { readonly broke: string }> {
    try {
      // The driver ends a connection at a column of that name.
      const [rows, fields] = await this.#connection.query<RowDataPacket[]>(text.replaceAll("__proto__", "proto"));
      // A comment behind the statement's end answers too, without rows.
      return { answers: Array.isArray(fields?.[0]) ? rows.filter((answer) => Array.isArray(answer)).length : 1 };
    } catch (error) {
      const errno = error instanceof Error && "errno" in error ? Number(error.errno) : 0;
      return errno > 0 ? { errno } : { broke: String(error) };
    }
  }

  /** Everything of the session that a statement could have changed. */
  async session(): Promise<Record<string, string>> {
    const rows = async (sql: string) =>
      (await this.#connection.query<RowDataPacket[]>(sql))[0] as unknown as [string, string][];
    const counters = (await rows("SHOW SESSION STATUS LIKE 'Com\\_%'")).filter(
      ([name]) => !READING_COUNTERS.test(name),
    );
    const variables = (await rows("SHOW SESSION VARIABLES")).filter(([name]) => !MOVING.includes(name));
    const own = await rows(USER_VARIABLES);
    return Object.fromEntries([...counters, ...variables, ...own.map(([name, value]) => [`@${name}`, value])]);
  }

  /** What the transaction has locked or written, whether it still stands, and the server's locks that were taken. */
  async held(): Promise<string[]> {
    const [[rows]] = (await this.#connection.query<RowDataPacket[]>(
      `SELECT ${IN_TRANSACTION}, RELEASE_ALL_LOCKS(), COALESCE(SUM(trx_rows_locked + trx_rows_modified), 0)
       FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()`,
    )) as unknown as [[[number, number, unknown]]];
    const [isOpen, locks, rowsHeld] = rows;
    return [
      ...(Number(isOpen) === 1 ? [] : ["the transaction was ended"]),
      ...(Number(locks) === 0 ? [] : ["a lock of the server was taken"]),
      ...(Number(rowsHeld) === 0 ? [] : ["rows were locked or written"]),
    ];
  }

  async begin(): Promise<void> {
    await this.#connection.query("START TRANSACTION");
  }

  async close(): Promise<void> {
    await this.#connection.query("COMMIT").catch(() => undefined);
    this.#connection.destroy();
  }
}

describe("the gate alone, on a connection that may write", { timeout: 7_200_000 }, () => {
  let store: MariadbSteps;
  beforeAll(async () => {
    store = await MariadbSteps.create();
  });
  afterAll(() => store[Symbol.asyncDispose]());

  it("lets nothing through that changes the server or the session [gat-02]", async () => {
    await layFixture(store, WRITES_WITHIN);
    const modeOf = (batch: number) => MODES[batch % MODES.length] ?? "";
    const given = { seed: SEED + 1, rulesOf: (batch: number) => rulesOf(modeOf(batch)) };
    const tally = await fuzz(store, given, async (texts, batch, counted) => {
      const connection = await OpenConnection.create(store.scratch.url, modeOf(batch));
      try {
        const before = await connection.session();
        await connection.begin();
        const seen: string[] = [];
        for (const text of texts) {
          const end = await connection.run(text);
          if ("answers" in end) counted.answered += 1;
          if ("answers" in end && end.answers !== 1) seen.push(`${end.answers} answers: ${text}`);
          if ("errno" in end && end.errno === OVER_TIME && /sleep|benchmark|_lock/i.test(text))
            seen.push(`waits: ${text}`);
          if ("broke" in end) return [`${end.broke}: ${text}`];
        }
        seen.push(...(await connection.held()), ...changesBetween(before, await connection.session()));
        return seen;
      } finally {
        await connection.close();
      }
    });
    process.stderr.write(`gate alone: ${JSON.stringify(tally)}\n`);
    expect(tally.answered).toBeGreaterThan(TEXTS / 20);
  });
});
