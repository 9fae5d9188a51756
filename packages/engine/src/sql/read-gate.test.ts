import { readFileSync } from "node:fs";
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

const file = new URL("../../../../contract/cases/sql-gate.jsonl", import.meta.url);
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as GateCase);

/** What a step answers before its statement reaches the database. */
function judge({ sql, params = {}, dbnick = "ms", sql_mode = "" }: GateCase, dialect: Dialect): string | undefined {
  const rules: LexRules = {
    dialect,
    noBackslashEscapes: sql_mode.includes("NO_BACKSLASH_ESCAPES"),
    ansiQuotes: sql_mode.includes("ANSI_QUOTES"),
  };
  const bound = bindStatement(sql, params, dbnick, rules);
  return "refusal" in bound ? bound.refusal : checkReads(bound.sql, rules);
}

describe("the read gate and the contract's cases", () => {
  const texts = cases.flatMap((each) => each.engines.map((engine) => ({ ...each, engine })));
  it.each(texts.filter(({ layer, verdict }) => layer === "text" && verdict === "refuse"))(
    "refuses $id on $engine",
    (each) => {
      const refusal = judge(each, each.engine);
      expect(refusal).toBeDefined();
      expect(refusal?.slice(0, each.error?.length ?? 0)).toBe(each.error ?? "");
    },
  );
  it.each(texts.filter(({ layer, verdict }) => layer !== "text" || verdict === "allow"))(
    "lets $id through to $engine",
    (each) => expect(judge(each, each.engine)).toBeUndefined(),
  );
});
