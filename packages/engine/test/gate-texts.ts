import { readFileSync } from "node:fs";

const inCases = (name: string) => readFileSync(new URL(`../../../contract/cases/${name}`, import.meta.url), "utf8");

/** The statements of the contract's cases of the read gate, without those that only their time ends. */
const CASES = inCases("sql-gate.jsonl")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as { readonly sql: string; readonly layer: string })
  .filter(({ layer }) => layer !== "limit")
  .map(({ sql }) => sql.replaceAll("{DBNICK}", "ms"));

/** What acts on a server or in SQLite, in the places where a text takes an expression, a tail or a whole statement. */
const ACTING_CALLS = apart(`
  SLEEP(0) ¦ BENCHMARK(1,1) ¦ GET_LOCK('sg',0) ¦ RELEASE_LOCK('sg') ¦ RELEASE_ALL_LOCKS() ¦ NEXTVAL(ms_seq) ¦ SETVAL(ms_seq,90) ¦
  NEXT VALUE FOR ms_seq ¦ LASTVAL(ms_seq) ¦ LOAD_FILE('/etc/hostname') ¦ LAST_INSERT_ID(9) ¦ LAST_INSERT_ID() ¦ @sg:=1 ¦ @sg ¦
  @@version ¦ f_ins() ¦ f_ins_my() ¦ f_ins_aria() ¦ f_var() ¦ f_pure() ¦ g.f_ins() ¦ (SELECT w FROM v_writes LIMIT 1) ¦
  MASTER_POS_WAIT('x',1,0) ¦ MASTER_GTID_WAIT('0-1-1',0) ¦ load_extension('x') ¦ writefile('/tmp/sg_w','x') ¦ readfile('/etc/hostname') ¦
  fts3_tokenizer('x') ¦ changes() ¦ UUID_SHORT() ¦ FOUND_ROWS() ¦ ROW_COUNT() ¦ CONNECTION_ID() ¦ JSON_VALUE('[1]','$[0]') ¦ {fn SLEEP(0)} ¦
  1 MEMBER OF('[1]') ¦ SOURCE_POS_WAIT('x',1,0) ¦ WAIT_FOR_EXECUTED_GTID_SET('',0) ¦ asynchronous_connection_failover_reset() ¦
  innodb_redo_log_sharp_checkpoint() ¦ innodb_set_open_files_limit(5000) ¦ PS_CURRENT_THREAD_ID() ¦ sys.ps_thread_id(1) ¦ @@sql_mode`);
const TAILS = apart(`
  INTO OUTFILE '/tmp/sg_f' ¦ INTO DUMPFILE '/tmp/sg_f' ¦ INTO OUTFILE 'sg_f' ¦ INTO @sg ¦ INTO sg ¦ FOR UPDATE ¦ FOR UPDATE NOWAIT ¦
  LOCK IN SHARE MODE ¦ FOR SHARE ¦ PROCEDURE ANALYSE() ¦ LIMIT 1 ¦ ORDER BY 1 ¦ WHERE 1 ¦ GROUP BY 1 WITH ROLLUP ¦ HAVING 1 ¦
  UNION SELECT 1 ¦ LIMIT ROWS EXAMINED 5 ¦ FOR SYSTEM_TIME ALL ¦ \\G ¦ ; DELETE FROM ms_log ¦ ; SET @sg=1 ¦ ; ¦ RETURNING 1 ¦
  FOR UPDATE OF p ¦ FOR SHARE SKIP LOCKED ¦ INTO @sg, @sg2 ¦ EXCEPT TABLE ms_log ¦ INTERSECT VALUES ROW(1) ¦ QUALIFY 1 ¦
  OFFSET 1 ROWS FETCH NEXT 1 ROWS ONLY ¦ \0 ¦ -- x`);
const ACTING = apart(`
  DELETE FROM ms_log ¦ UPDATE ms_product SET qty=9 ¦ INSERT INTO ms_log(txt) VALUES('f') ¦ REPLACE INTO ms_mem VALUES(1,'f') ¦
  TRUNCATE ms_log ¦ DROP TABLE ms_mem ¦ CREATE TABLE sg(a INT) ¦ CREATE TEMPORARY TABLE sg(a INT) ¦ SET @sg=1 ¦ DO f_ins() ¦
  CALL p_ins() ¦ HANDLER ms_log OPEN ¦ XA START 'sg' ¦ PREPARE sg FROM 'DELETE FROM ms_log' ¦ EXECUTE IMMEDIATE 'DELETE FROM ms_log' ¦
  LOCK TABLES ms_log READ ¦ FLUSH TABLES ¦ KILL 1 ¦ SET GLOBAL max_connections=99 ¦ ANALYZE TABLE ms_log ¦ BEGIN ¦ COMMIT ¦
  ANALYZE UPDATE ms_product SET qty=9 ¦ START TRANSACTION ¦ SAVEPOINT sg ¦ USE test ¦ SET STATEMENT sql_mode='' FOR SELECT 1 ¦
  LOAD DATA INFILE '/etc/hostname' INTO TABLE ms_log(txt) ¦ BEGIN NOT ATOMIC DELETE FROM ms_log; END ¦ CHECK TABLE ms_log ¦
  OPTIMIZE TABLE ms_log ¦ PRAGMA query_only=0 ¦ ATTACH '/tmp/sg_a' AS sg ¦ VACUUM INTO '/tmp/sg_v' ¦ REINDEX ¦ PRAGMA user_version=7 ¦
  GRANT FILE ON *.* TO g ¦ SHOW TABLES ¦ SHOW WARNINGS ¦ SHOW PROCESSLIST ¦ DESC ms_log ¦ HELP 'x' ¦ SIGNAL SQLSTATE '45000' ¦
  RESET QUERY CACHE ¦ SET PERSIST max_connections=99 ¦ SET PERSIST_ONLY max_connections=99 ¦ CLONE LOCAL DATA DIRECTORY '/tmp/sg_c' ¦
  LOCK INSTANCE FOR BACKUP ¦ TABLE ms_log INTO OUTFILE '/tmp/sg_f' ¦ IMPORT TABLE FROM 'sg' ¦ RESET PERSIST ¦ SET ROLE NONE`);
const READING = apart(`
  SELECT 1 ¦ SELECT * FROM ms_product ¦ SELECT id, name AS n FROM ms_product p WHERE p.qty > 0 ¦ VALUES (1),(2) ¦
  SELECT COUNT(*) FROM ms_log GROUP BY txt ¦ WITH c AS (SELECT 1 AS a) SELECT a FROM c ¦ SELECT 'a' 'b', x'41', N'c', _utf8mb4'd' ¦
  SHOW COLUMNS FROM ms_log ¦ EXPLAIN SELECT 1 ¦ SELECT * FROM ms_product JOIN ms_log USING (id) ¦ SELECT \`into\` FROM ms_odd o ¦
  WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c WHERE n<3) SELECT n FROM c ¦ SELECT 1.5e1, .5, 0x41, b'1', 1. ¦
  TABLE ms_log ¦ VALUES ROW(1, 'a'), ROW(2, 'b') ¦ SELECT * FROM ms_product p, LATERAL (SELECT p.id + 1 AS more) l ¦
  SELECT j->>'$.a' FROM (SELECT JSON_OBJECT('a', 1) AS j) t ¦ EXPLAIN FORMAT=TREE SELECT 1 ¦ SELECT t.$a$ FROM (SELECT 1 AS \`$a$\`) t`);
/** What a statement is put into, at §. */
const WRAPS = apart(`
  EXPLAIN § ¦ EXPLAIN ANALYZE § ¦ EXPLAIN FORMAT=JSON INTO @sg § ¦ EXPLAIN FOR SCHEMA mysql § ¦ (TABLE ms_log UNION §) ¦
  SELECT * FROM ms_log, LATERAL (§) t ¦ EXPLAIN FORMAT=JSON § ¦ EXPLAIN EXTENDED § ¦ DESC § ¦ DESCRIBE § ¦ ANALYZE § ¦ ANALYZE FORMAT=JSON § ¦ (§) ¦ ((§)) ¦
  SELECT (§) ¦ SELECT * FROM (§) t ¦ SELECT EXISTS(§) ¦ WITH c AS (§) SELECT * FROM c ¦ WITH c AS (SELECT 1) § ¦ § UNION § ¦ §; § ¦
  SHOW TABLES WHERE (§) ¦ SHOW COLUMNS FROM ms_log WHERE EXISTS(§) ¦ SELECT 1 WHERE 1 IN (§) ¦ EXPLAIN QUERY PLAN § ¦
  SELECT IF(0,1,(§)) ¦ EXPLAIN FOR CONNECTION § ¦ SET STATEMENT max_statement_time=1 FOR § ¦ TABLE § ¦ VALUES ((§)) ¦
  SELECT CASE WHEN (§) THEN 1 END`);
const OPENINGS = apart(
  "/*! ¦ --/*! ¦ --/*!50000 ¦ /*!50000 ¦ /*!80000 ¦ /*!90000 ¦ /*!100100 ¦ /*!100700 ¦ /*!999999 ¦ /*M! ¦ /*M!100100 ¦ /* ¦ /*+",
).flatMap((opening) => [opening, `${opening} `]);
const BLANKS = [
  ...[
    ...apart("/**/ ¦ /* x */ ¦ -- ¦ /*!*/ ¦ /*!50000*/ ¦ /*M!*/ ¦ /*+ x */ ¦ /*/ ¦ */ ¦ /* ¦ /*!99999 x */"),
    "",
    "",
    "",
  ],
  ...Array.from(" \t\n\r\v\f\u00A0\u2028\uFEFF\0\x01"),
  ...["-- x\n", "--\n", "#\n", "# x\n", "--\u00A0", "--\x7f\n"],
];
const SIGNS = [
  ...Array.from("'\"`[]();,.:@?}{$\\*/-#|!~0\u0130ſ"),
  ...apart(
    "$$ ¦ $a$ ¦ := ¦ @@ ¦ \\' ¦ '' ¦ \"\" ¦ `` ¦ -- ¦ || ¦ && ¦ <=> ¦ -> ¦ ->> ¦ 1e ¦ 1.e ¦ 0x ¦ x'4' ¦ b'2' ¦ _latin1",
  ),
];

function apart(list: string): readonly string[] {
  return list.split("¦").map((piece) => piece.trim());
}

/** Statements for the read gate, cut together of what reads and what acts; the same for the same seed, without an end. */
export class GateTexts {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): string {
    let text = this.#start();
    for (let left = this.#below(4); left > 0; left -= 1) text = this.#change(text);
    return text.slice(0, 2000);
  }

  /** A third as somebody wrote it, a third put together, a third wrapped. */
  #start(): string {
    const base = this.#below(3) === 0 ? this.#pick(READING) : this.#pick(CASES);
    switch (this.#below(6)) {
      case 0:
        return `SELECT ${this.#expression(3)}${this.#pick(["", " FROM ms_product", ` ${this.#pick(TAILS)}`])}`;
      case 1:
        return `${this.#pick(READING)} ${this.#pick(TAILS)}`;
      case 2:
        return this.#pick(WRAPS).replaceAll("§", () => this.#pick([base, this.#pick(ACTING), this.#pick(READING)]));
      case 3:
        return `WITH c AS (${this.#pick(READING)}) ${this.#pick([base, this.#pick(ACTING)])}`;
      default:
        return base;
    }
  }

  #expression(depth: number): string {
    const deeper = () => this.#expression(depth - 1);
    if (depth === 0) return this.#pick(["1", "'x'", "NULL", "id", "@@sql_mode", "x'41'", ...ACTING_CALLS]);
    return this.#pick([
      () => this.#pick(ACTING_CALLS),
      () => `${this.#pick(["COALESCE", "IF", "CONCAT", "`CONCAT`", "COUNT", "max"])}${this.#pick(BLANKS)}(${deeper()})`,
      () => `(SELECT ${deeper()})`,
      () => `${deeper()}${this.#pick(["+", "--", "- -", " AND ", ",", "||", " IN (", ":=", " AS "])}${deeper()}`,
      () => `CASE WHEN ${deeper()} THEN ${deeper()} END`,
      () => `(${deeper()})`,
      deeper,
    ])();
  }

  #change(text: string): string {
    const tokens = text.match(/\s+|\w+|'(?:[^'\\]|\\.|'')*'|./gs) ?? [];
    const at = this.#below(tokens.length + 1);
    const more = this.#below(4);
    const put = (...words: string[]) => tokens.toSpliced(at, more, ...words).join("");
    const inside = tokens.slice(at, at + 1 + more).join("");
    switch (this.#below(13)) {
      case 0:
        return put(this.#cut(this.#pick(CASES)));
      case 1:
        return tokens.toSpliced(at, 0, this.#pick(BLANKS)).join("");
      case 2:
        return tokens
          .map((token) => (/^\s+$/.test(token) && this.#below(3) === 0 ? this.#pick(BLANKS) : token))
          .join("");
      case 3:
        return tokens.map((token) => (this.#below(3) === 0 ? this.#otherCase(token) : token)).join("");
      case 4:
        return put(" ", this.#pick([...ACTING_CALLS, ...TAILS]), " ");
      case 5:
        return tokens.toSpliced(at, 0, this.#pick(SIGNS)).join("");
      case 6:
        return tokens
          .toSpliced(at, 1 + more, `${this.#pick(OPENINGS)}${inside}${this.#pick([" */", "*/", "*/", "/"])}`)
          .join("");
      case 7:
        return `${this.#pick(OPENINGS)}${this.#pick([...ACTING, ...TAILS])} */ ${text}`;
      case 8:
        return `${text} ${this.#pick(TAILS)}`;
      case 9:
        return put();
      case 10:
        return tokens.toSpliced(at, 1, this.#quoted(tokens[at] ?? "")).join("");
      case 11:
        return this.#pick(WRAPS).replaceAll("§", () => text);
      default:
        return tokens.toSpliced(at, 0, `${this.#pick(["", " ", ";", ","])}${this.#pick(ACTING)}`).join("");
    }
  }

  #cut(text: string): string {
    const from = this.#below(text.length);
    return text.slice(from, from + this.#below(40));
  }

  #otherCase(token: string): string {
    return this.#pick([token.toLowerCase(), token.toUpperCase(), token.replace(/s/g, "ſ"), token.replace(/i/gi, "İ")]);
  }

  #quoted(token: string): string {
    return this.#pick([
      `\`${token}\``,
      `"${token}"`,
      `'${token}'`,
      `[${token}]`,
      `g.${token}`,
      `g . ${token}`,
      `${token}.`,
    ]);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  #below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(count, 1);
  }
}
