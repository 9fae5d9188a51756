import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindStatement } from "./bind-statement.ts";
import type { Dialect } from "./database.ts";
import type { LexRules } from "./lex-rules.ts";
import { checkReads } from "./read-gate.ts";

interface GateCase {
  readonly id: string;
  readonly engines: readonly Dialect[];
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly dbnick?: string;
  readonly sql_mode?: string;
  readonly verdict: "allow" | "refuse";
  readonly error?: string;
  readonly layer: "text" | "engine" | "limit";
}

const cases = readFileSync(new URL("../../../../contract/cases/sql-gate.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as GateCase)
  .flatMap((each) => each.engines.map((engine) => ({ ...each, engine })));

const ENGINES: readonly Dialect[] = ["sqlite", "mariadb", "mysql"];
const SERVERS: readonly Dialect[] = ["mariadb", "mysql"];
const rulesOf = (dialect: Dialect, sqlMode = ""): LexRules => ({
  dialect,
  noBackslashEscapes: sqlMode.includes("NO_BACKSLASH_ESCAPES"),
  ansiQuotes: sqlMode.includes("ANSI_QUOTES"),
});

const STARTS = "This command reads only, and this step starts with ";
const READS_ONLY = "; this command reads only";

describe("the read gate and the contract's cases", () => {
  const judge = ({ sql, params = {}, dbnick = "ms", sql_mode, engine }: (typeof cases)[number]) => {
    const rules = rulesOf(engine, sql_mode);
    const bound = bindStatement(sql, params, dbnick, rules);
    return "refusal" in bound ? bound.refusal : checkReads(bound.sql, rules);
  };

  it.each(cases.filter(({ layer, verdict }) => layer === "text" && verdict === "refuse"))(
    "refuses $id on $engine",
    (each) => {
      const refusal = judge(each);
      expect(refusal).toBeDefined();
      expect(refusal?.slice(0, each.error?.length ?? 0)).toBe(each.error ?? "");
    },
  );

  it.each(cases.filter(({ layer, verdict }) => layer !== "text" || verdict === "allow"))(
    "lets $id through to $engine",
    (each) => expect(judge(each)).toBeUndefined(),
  );
});

describe("what a refusal quotes", () => {
  it.each([
    ["delete from t", `${STARTS}DELETE: `],
    ["with a as (select 1) insert into t select 1", `${STARTS}INSERT: `],
    ["WITH a AS (DELETE FROM t RETURNING id) SELECT 1", `${STARTS}DELETE: `],
    ["WITH a AS SELECT 1", `${STARTS}WITH: `],
    ["((REPLACE INTO t VALUES (1)))", `${STARTS}REPLACE: `],
    ["", `${STARTS}nothing: `],
    ["-- note", `${STARTS}nothing: `],
    ["'SELECT 1'", `${STARTS}a string: `],
    ["5", `${STARTS}a number: `],
    ["`SELECT` 1", `${STARTS}a quoted name: `],
    ["'SELECT 1", `${STARTS}a quote or a comment without an end: `],
    ["; SELECT 1", `${STARTS};: `],
    ["\x01SELECT 1", `${STARTS}[U+0001]: `],
    ["SЕLECT 1", `${STARTS}S[U+0415]LECT: `],
    ["SEL\u200DECT 1", `${STARTS}SEL[U+200D]ECT: `],
    ["ВЫБРАТЬ 1", `${STARTS}ВЫБРАТЬ: `],
    ["x".repeat(90), `${STARTS}${"X".repeat(40)}: `],
    ["EXPLAIN update t SET a = 1", `An EXPLAIN of a UPDATE may run it${READS_ONLY}`],
    ["SELECT 1 INTO t", "INTO T keeps"],
    ["SELECT 'a", "A string, a quoted name or a comment of this text has no end"],
    ["SELECT 1 \\G", "One statement a step: a backslash"],
    ["SELECT 1; SELECT 2", "One statement a step: text goes on"],
  ])("in %j", (sql, refusal) => {
    for (const engine of ENGINES) {
      expect(checkReads(sql, rulesOf(engine))?.slice(0, refusal.length), engine).toBe(refusal);
    }
  });

  it("is a placeholder's sign, never its value", () => {
    expect(checkReads("?", rulesOf("mariadb"))).toMatch(/^This command reads only, and this step starts with \?: /);
  });
});

describe("holes that the contract's cases leave to us", () => {
  it.each([
    "SELECT SLEEP 1.e(3)",
    "SELECT SLEEP .5E+(3)",
    "SELECT `a`.5INTO OUTFILE 'x'",
    "SELECT 0x41.5INTO OUTFILE 'x'",
    "SELECT 1 /*! + 2 /*/ INTO OUTFILE 'x' -- */",
    "/*!80000 SELECT 1 FROM t WHERE id IN (*/ /*!100100 DELETE FROM t WHERE id IN (*/ SELECT 1 )",
    "SELECT /*!80000 SLEEP */ /*!100100 x */ (1)",
    "SELECT 1 /*!99999 ` */ , 2 AS `",
    "SELECT 1 /*! INTO @v",
    "SELECT /*+ BKA(`*/ 1 AS `) */ 1 INTO OUTFILE 'x' -- `",
    "SELECT /*+ BKA(t) set_var(sql_select_limit=0) */ 1",
    "SELECT /*+ max_execution_time(0) */ SUM(a) FROM t",
    "SELECT 1; /*! DELETE FROM t */",
    "SELECT 1 -- \0\n INTO OUTFILE 'x'",
    "SELECT 1\0",
    "WITH RECURSIVE c AS (SELECT 1 AS a UNION SELECT a FROM c) CYCLE a RESTRICT DELETE FROM t",
    "WITH c (a, b) AS (SELECT 1, ')') UPDATE t SET a = 1",
    "SELECT g . Sleep /* x */ (1)",
    "SELECT LAST_INSERT_ID(5)",
    "SELECT @`a`:=1",
    "SELECT 1 FOR/**/UPDATE",
    "SELECT 1 FOR SHARE SKIP LOCKED",
    "SELECT 1 LOCK/**/IN -- \n SHARE MODE",
    "EXPLAIN FORMAT=JSON INTO @v SELECT 1",
    "EXPLAIN FORMAT=TREE FOR SCHEMA g DELETE FROM t",
    "EXPLAIN ((DELETE FROM t))",
    "EXPLAIN WITH c AS (SELECT 1) DELETE FROM t",
    "DESC EXTENDED UPDATE t SET a = 1",
    "DESC t a; DROP TABLE t",
    "ANALYZE FORMAT=JSON INSERT INTO t VALUES (1)",
    "ANALYZE TABLE t",
    "HELP 'x'",
    "SHOW COLUMNS FROM t WHERE EXISTS(WITH c AS (SELECT 1) SELECT * FROM c)",
    "SHOW TABLES WHERE (SELECT COUNT(*) FROM t)",
    "SHOW /*! TABLES WHERE */ /*! EXISTS (TABLE t) */",
    "SELECT 1 /* a",
    "SELECT \\N",
  ])("refuses %j on the servers", (sql) => {
    for (const engine of SERVERS) expect(checkReads(sql, rulesOf(engine)), engine).toBeDefined();
  });

  it.each([
    "SELECT * FROM 'readfile'('/etc/passwd')",
    "SELECT [load_extension] ('x')",
    "SELECT optimize(docs) FROM docs",
    "EXPLAIN VACUUM",
    "EXPLAIN BEGIN",
    "EXPLAIN ANALYZE",
    "EXPLAIN ANALYZE t",
    "EXPLAIN QUERY PLAN PRAGMA query_only",
    "EXPLAIN EXPLAIN SELECT 1",
    "EXPLAIN WITH a AS (SELECT 1) DELETE FROM t",
    "WITH 'a' AS (SELECT 1), [b](c) AS NOT MATERIALIZED (VALUES (1)) DELETE FROM t",
    "WITH a AS (SELECT 1) REPLACE INTO t SELECT * FROM a",
    "SELECT 'a\0'",
    "SELECT 1 --\0",
    "SELECT 1\u2028; DELETE FROM t",
    "TABLE t",
  ])("refuses %j on SQLite", (sql) => expect(checkReads(sql, rulesOf("sqlite"))).toBeDefined());

  it.each([
    "WITH c AS (SELECT 1 AS a) SELECT a FROM c PROCEDURE ANALYSE(a)",
    "SELECT a FROM c PROCEDURE `analyse` (10, -`a`)",
    "SELECT a FROM c PROCEDURE/*!50000 */ANALYSE/**/(--\u00A0)",
    "SELECT a FROM c PROCEDURE ANALYSE(10 /*!, a */)",
    "(SELECT a FROM c PROCEDURE ANALYSE((a)))",
  ])("refuses %j, which can end the server", (sql) => {
    for (const engine of SERVERS) expect(checkReads(sql, rulesOf(engine)), engine).toMatch(/^PROCEDURE ANALYSE takes/);
  });

  it.each([
    ["SELECT--/*!GET_LOCK*/('L1',1)", "GET_LOCK() takes or releases a lock; "],
    ["SELECT 1--/*!50000LOAD_FILE*/('/etc/hostname')", "LOAD_FILE() reads files of the server; "],
    ["SELECT 1--/*!1 INTO OUTFILE*/'/tmp/x'", "INTO OUTFILE writes "],
    ["SELECT 1--/*!1 FOR*/UPDATE", "FOR UPDATE "],
    ["SELECT 1 FROM t WHERE a--/*!-*/sleep(1)", "SLEEP() waits; "],
  ])("reads on in %j, where no blank follows two minus signs", (sql, start) => {
    for (const engine of SERVERS) expect(checkReads(sql, rulesOf(engine)), engine).toContain(start);
  });

  it.each([
    ["SELECT ſleep(1)", "SLEEP() waits"],
    ["SELECT `load_fıle`('x')", "LOAD_FILE() reads files of the server"],
    ["SELECT àsynchronous_connection_fäilover_reſet()", "ASYNCHRONOUS_CONNECTION_FAILOVER_RESET() writes"],
    ["SELECT innodb_redo_log_sharp_checkpoint()", "INNODB_REDO_LOG_SHARP_CHECKPOINT() writes"],
  ])("knows the function of %j by letters that a server takes for others", (sql, words) => {
    for (const engine of SERVERS) expect(checkReads(sql, rulesOf(engine)), engine).toBe(`${words}${READS_ONLY}`);
  });

  it.each([
    "SELECT into.id FROM (SELECT 1 AS id) AS `into`",
    "SELECT t.sleep, sleep FROM t",
    "SELECT `into outfile`, 1 AS outfile",
    "SELECT LAST_INSERT_ID(/* none */), LAST_INSERT_ID ( )",
    "SELECT /*!40001 SQL_NO_CACHE */ /*!40001 SQL_SMALL_RESULT */ a FROM t",
    "SELECT /*+ BKA(`t`) */ a FROM t",
    "SELECT 1 /* /*! INTO OUTFILE 'x' */",
    "SELECT '/*! INTO OUTFILE */', 1 -- /*! INTO OUTFILE */",
    "WITH RECURSIVE c AS (SELECT 1 AS a UNION SELECT a FROM c) CYCLE a RESTRICT SELECT a FROM c",
    "SHOW TABLE STATUS WHERE name IN ('select', 'with') AND `Rows` > 5",
    "SHOW CREATE TABLE t",
    "SHOW PROCEDURE STATUS WHERE (Db = 'g')",
    "SELECT a FROM t PROCEDURE ANALYSE()",
    "SELECT a FROM t PROCEDURE ANALYSE(16, 256)",
    "DESCRIBE g.ms_product 'na%'",
    "DESC `update` `delete`",
    "DESC partitions",
    "DESC release",
    "EXPLAIN FOR CONNECTION 5",
    "EXPLAIN FORMAT = 'JSON' (SELECT 1)",
    "((SELECT 1)) UNION (SELECT 2)",
    "SELECT 1 FROM t FORCE INDEX FOR ORDER BY (i)",
    "SELECT a->'$.x', a->>'$.x' FROM t",
  ])("lets %j through to the servers", (sql) => {
    for (const engine of SERVERS) expect(checkReads(sql, rulesOf(engine)), engine).toBeUndefined();
  });

  it.each([
    "SELECT lock IN (1, 2), next FROM t WHERE lock IN share",
    "SELECT sleep(1)",
    "EXPLAIN t",
    "DESC begin",
    "SHOW TABLES",
    "SELECT 1 /*! DELETE */",
    "WITH replace AS MATERIALIZED (SELECT 1), 'b' AS (SELECT 2) VALUES (1)",
    "SELECT [a]]",
  ])("lets %j through to SQLite", (sql) => expect(checkReads(sql, rulesOf("sqlite"))).toBeUndefined());

  it("follows sql_mode to a function's quotes and a string's end", () => {
    const call = 'SELECT "sleep"(1)';
    expect(checkReads(call, rulesOf("mysql", "ANSI_QUOTES"))).toBe(`SLEEP() waits${READS_ONLY}`);
    expect(checkReads(call, rulesOf("mysql"))).toBeUndefined();
    const writes = "SELECT '\\' INTO OUTFILE 'x' -- '";
    expect(checkReads(writes, rulesOf("mysql", "NO_BACKSLASH_ESCAPES"))).toMatch(/^INTO OUTFILE writes/);
    expect(checkReads(writes, rulesOf("mysql"))).toBeUndefined();
  });

  it("knows TABLE where the engine has it", () => {
    expect(checkReads("TABLE t", rulesOf("mysql"))).toBeUndefined();
    expect(checkReads("TABLE t", rulesOf("mariadb"))).toMatch(/starts with TABLE/);
  });

  it("takes no text whose nick is still to be put in", () => {
    expect(() => checkReads("SELECT {DBNICK}leep(1)", rulesOf("mysql"))).toThrow(/before its nick/);
  });
});

describe("what holds for every text", () => {
  const PIECES = [
    ...["SELECT", "1", "a", "t.b", ",", "(", ")", "FROM", "t", "WITH c AS (SELECT 1)", "VALUES (1)", "EXPLAIN", "DESC"],
    ...["'x'", "'", '"', "`", "[", "]", "\\", "--", "-- ", "#", "/*", "*/", "/*!", "/*!50000", "/*+", "*", "-", "/"],
    ...[" ", "\n", "\r", "\t", "\v", "\u00A0", "\uFEFF", "\0", ";", ":A", ":=", "?", "@", "@v", "1.", "1e", ".5", "x"],
    ...["INTO", "OUTFILE", "FOR", "UPDATE", "SLEEP", "DELETE", "PRAGMA", "AS", "UNION SELECT 1"],
  ] as const;
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => `SELECT 1 ${pieces.join("")}`);
  const engine = fc.constantFrom(...ENGINES);
  const sqlMode = fc.constantFrom("", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES");

  it("lets no text through that hides a second statement", () => {
    let passed = 0;
    fc.assert(
      fc.property(text, engine, sqlMode, (sql, dialect, mode) => {
        const rules = rulesOf(dialect, mode);
        if (checkReads(sql, rules) !== undefined) return;
        const endsInComment = checkReads(`${sql}\n'`, rules) === undefined;
        if (endsInComment) return;
        passed++;
        expect(checkReads(`${sql}\n;`, rules)).toBeUndefined();
        expect(checkReads(`${sql}\n; DELETE FROM t`, rules)).toMatch(/^One statement a step: /);
      }),
      { seed: 30, numRuns: 2000 },
    );
    expect(passed).toBeGreaterThan(200);
  });

  it("binds a bound text to itself, and judges it the same", () => {
    fc.assert(
      fc.property(text, engine, sqlMode, (sql, dialect, mode) => {
        const rules = rulesOf(dialect, mode);
        const bound = bindStatement(sql, {}, "ms", rules);
        if ("refusal" in bound) return;
        expect(bindStatement(bound.sql, {}, "ms", rules)).toEqual(bound);
        if (checkReads(sql, rules) === undefined) expect(checkReads(bound.sql, rules)).toBeUndefined();
      }),
      { seed: 30, numRuns: 2000 },
    );
  });

  it.each([
    "a ",
    "(",
    ";",
    "''",
    "/**/",
    "-- \n",
    "/*!1*/",
    "/*+a*/",
    "/*",
    "(1),",
    "FOR ",
    "LOCK IN SHARE ",
    "`a`(",
    "[",
    "1",
    "\0",
    "\\",
  ])(
    "reads a long run of %j in a moment",
    (piece) => {
      for (const head of ["SELECT 1", "WITH c AS (SELECT 1", "EXPLAIN "]) {
        const sql = head + piece.repeat(100_000 / piece.length);
        for (const dialect of ["sqlite", "mariadb"] as const) {
          const startedAt = performance.now();
          checkReads(sql, rulesOf(dialect));
          expect(performance.now() - startedAt).toBeLessThan(5000);
        }
      }
    },
    30_000,
  );
});
