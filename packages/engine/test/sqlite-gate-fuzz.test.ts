import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// Its processes run what is built.
import { sqliteStepConnections } from "../dist/sql/sqlite-step-connections.js";
import { bindStatement } from "../src/sql/bind-statement.ts";
import type { StepConnection } from "../src/sql/database.ts";
import { checkReads } from "../src/sql/read-gate.ts";
import { readShow } from "../src/sql/read-show.ts";
import { GateTexts } from "./gate-texts.ts";
import { readStep } from "./mariadb-steps.ts";

/** `PRILAVOK_GATE_TEXTS=100000` makes it a long run, `PRILAVOK_GATE_SEED` another one. */
const TEXTS = Number(process.env.PRILAVOK_GATE_TEXTS ?? 6000);
const SEED = Number(process.env.PRILAVOK_GATE_SEED ?? 2026);
const BATCH = 250;

/** The session of a reader: none of it goes through the gate. */
const SESSION = [
  ...["query_only", "foreign_keys", "trusted_schema", "journal_mode", "locking_mode", "cache_size", "temp_store"],
  ...["database_list", "writable_schema", "user_version", "recursive_triggers", "busy_timeout"],
].map((name) => `PRAGMA ${name}`);

describe("no text that the gate allows was seen to change a SQLite store", { timeout: 7_200_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "gate-fuzz-"));
  const file = join(folder, "store.sqlite");
  const steps = sqliteStepConnections({ file, limits: { readerMemoryMb: 512, readers: 1 }, log: () => {} });

  beforeAll(() => {
    const writer = new Sqlite(file);
    writer.pragma("journal_mode = WAL");
    writer.exec(readFileSync(new URL("../../../contract/cases/sql-gate.fixture.sqlite.sql", import.meta.url), "utf8"));
    writer.close();
  });
  afterAll(async () => {
    await steps.close();
    rmSync(folder, { recursive: true });
  });

  const session = async (connection: StepConnection) => {
    const texts = [];
    for (const sql of SESSION) texts.push((await readStep(connection, sql)).text);
    return texts.join("");
  };
  const files = () => [
    createHash("sha256").update(readFileSync(file)).digest("hex"),
    ...readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name)),
    ...readdirSync("/tmp").filter((name) => name.includes("sg_")),
  ];

  it("through the door of a reading pool [gat-02]", async () => {
    const source = new GateTexts(SEED);
    const before = files();
    let known: string | undefined;
    let answered = 0;
    for (let done = 0; done < TEXTS; done += BATCH) {
      let connection = await steps.connect("read");
      const ran: string[] = [];
      for (let at = 0; at < BATCH; at += 1) {
        const bound = bindStatement(source.next(), {}, "ms", connection.rules);
        if ("refusal" in bound || checkReads(bound.sql, connection.rules) !== undefined) continue;
        if (readShow(bound.sql, bound.values, connection.rules) !== undefined) continue;
        ran.push(bound.sql);
        const { end } = await readStep(connection, bound.sql, bound.values, { timeoutMs: 500, maxRows: 200 });
        if (end.kind === "done") answered += 1;
        if (end.kind === "tooMany" || (end.kind === "error" && /stopped/.test(end.text))) {
          await connection.close();
          connection = await steps.connect("read");
        }
      }
      const after = await session(connection);
      known ??= after;
      expect({ done, ran, files: files(), session: after }).toEqual({ done, ran, files: before, session: known });
      await connection.close();
    }
    process.stderr.write(`SQLite: ${TEXTS} texts, ${answered} answered\n`);
    expect(known).toContain('{"query_only":"1"}');
    expect(answered).toBeGreaterThan(TEXTS / 20);
  });
});
