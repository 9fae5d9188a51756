import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindStatement } from "../src/sql/bind-statement.ts";
import type { LexRules } from "../src/sql/lex-rules.ts";
import { checkReads } from "../src/sql/read-gate.ts";
import { readShow } from "../src/sql/read-show.ts";

interface GateCase {
  readonly id: string;
  readonly engines: readonly string[];
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly verdict: "allow" | "refuse";
  readonly layer: "text" | "engine" | "limit";
}

const inCases = (name: string) => readFileSync(new URL(`../../../contract/cases/${name}`, import.meta.url), "utf8");
const cases = inCases("sql-gate.jsonl")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as GateCase);
const rules: LexRules = { dialect: "sqlite", noBackslashEscapes: false, ansiQuotes: false };

describe("the read gate on a real SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "read-gate-"));
  const path = join(folder, "store.sqlite");
  let reader: Sqlite.Database;
  let bytes: Buffer;

  beforeAll(() => {
    const writer = new Sqlite(path);
    writer.exec(inCases("sql-gate.fixture.sqlite.sql"));
    writer.close();
    bytes = readFileSync(path);
    reader = new Sqlite(path, { readonly: true, fileMustExist: true });
    reader.pragma("query_only = ON");
  });

  afterAll(() => {
    reader.close();
    rmSync(folder, { recursive: true });
  });

  /** The texts SQLite itself has to answer, bound and let through. */
  const pass = (sql: string, params: Readonly<Record<string, unknown>> = {}) => {
    const bound = bindStatement(sql, params, "ms", rules);
    if ("refusal" in bound || checkReads(bound.sql, rules) !== undefined) return undefined;
    return readShow(bound.sql, bound.values, rules) === undefined ? bound : undefined;
  };

  /** Everything a statement could have changed on this connection while it was prepared. */
  const sessionState = () =>
    ["query_only", "foreign_keys", "trusted_schema", "writable_schema", "journal_mode", "locking_mode", "cache_size"]
      .map((name) => `${name}=${reader.pragma(name, { simple: true })}`)
      .concat(
        `attached=${reader.prepare("SELECT group_concat(name) FROM pragma_database_list").pluck().get()}`,
        `${reader.inTransaction}`,
      );

  it.each(
    cases.filter(
      ({ engines, verdict, layer }) => engines.includes("sqlite") && verdict === "allow" && layer === "text",
    ),
  )("answers $id with rows", ({ sql, params }) => {
    const bound = pass(sql, params);
    expect(bound).toBeDefined();
    if (bound === undefined) return;
    const statement = reader.prepare(bound.sql);
    expect([statement.readonly, statement.reader]).toEqual([true, true]);
    expect(statement.all(...bound.values)).toBeInstanceOf(Array);
  });

  it("prepares nothing but reading statements, whatever texts are cut together", () => {
    const before = sessionState();
    const corpus = cases.map(({ sql }) => sql).filter((sql) => sql.length < 300);
    const piece = fc.oneof(
      fc
        .constantFrom(...corpus)
        .chain((sql) =>
          fc.tuple(fc.nat(sql.length), fc.nat(40)).map(([from, length]) => sql.slice(from, from + length)),
        ),
      fc.constantFrom(
        "'",
        '"',
        "`",
        "[",
        "]",
        "/*",
        "*/",
        "/*/",
        "--",
        "\n",
        "\r",
        "\v",
        "\uFEFF",
        "\0",
        ";",
        "(",
        ")",
      ),
      fc.constantFrom(
        " PRAGMA query_only=0 ",
        " EXPLAIN ",
        " ATTACH ':memory:' AS x ",
        " BEGIN ",
        " DELETE FROM ms_log ",
      ),
      fc.constantFrom(" WITH c AS (SELECT 1) ", " SELECT 1 ", " UNION ", ":A", "?", "$a", "1e", ".5", " VALUES (1) "),
    );
    const text = fc
      .tuple(
        fc.constantFrom(...corpus),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), piece), { maxLength: 3 }),
      )
      .map(([base, edits]) =>
        edits.reduce((sql, [place, cut, inserted]) => {
          const at = Math.floor(place * sql.length);
          return sql.slice(0, at) + inserted + sql.slice(at + cut);
        }, base),
      );
    let prepared = 0;
    fc.assert(
      fc.property(text, (sql) => {
        const bound = pass(sql);
        if (bound === undefined) return;
        const statement = prepareOrNothing(reader, bound.sql);
        if (statement === undefined) return;
        prepared++;
        expect([statement.readonly, statement.reader]).toEqual([true, true]);
      }),
      { seed: 2026, numRuns: 20_000 },
    );
    expect(prepared).toBeGreaterThan(1000);
    expect(sessionState()).toEqual(before);
    expect(readFileSync(path)).toEqual(bytes);
  });
});

function prepareOrNothing(database: Sqlite.Database, sql: string): Sqlite.Statement | undefined {
  try {
    return database.prepare(sql);
  } catch {
    return undefined;
  }
}
