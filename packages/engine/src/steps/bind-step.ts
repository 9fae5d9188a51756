import { type BoundStatement, bindStatement } from "../sql/bind-statement.ts";
import type { LexRules } from "../sql/lex-rules.ts";
import { fromJsonText, isObject } from "./field-values.ts";
import type { OpenPool } from "./open-pool.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { resolveReferences } from "./resolve-references.ts";
import type { StepFields, WrongField } from "./step-kind.ts";

/** A statement as a step names it. */
export interface StepStatement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Says why a statement is not for this command, or nothing. */
export type StatementGate = (sql: string, rules: LexRules) => string | undefined;

/** Reads `sql` and `params` of a step. */
export function readStatement(fields: StepFields): StepStatement | WrongField {
  const sql = fields.get("sql");
  if (typeof sql !== "string") return { field: "sql", takes: "the text of a query" };
  const params = fromJsonText(fields.get("params") ?? {});
  if (!isObject(params)) return { field: "params", takes: 'an object of values, {"ID": 5}' };
  return { sql, params };
}

/** The statement ready to be sent: the references, then the values, then the gate and the tables closed to every step. */
export async function bindStep(
  { sql, params }: StepStatement,
  gate: StatementGate,
  pool: OpenPool,
): Promise<BoundStatement | { readonly error: string }> {
  const { loans, nick, rules } = pool;
  const values: [string, unknown][] = [];
  for (const [name, given] of Object.entries(params)) {
    const resolved = resolveReferences(given, loans);
    if ("refusal" in resolved) return { error: resolved.refusal };
    values.push([name, resolved.value]);
  }
  const bound = bindStatement(sql, Object.fromEntries(values), nick, rules);
  if ("refusal" in bound) return { error: bound.refusal };
  const refused = gate(bound.sql, rules);
  if (refused !== undefined) return { error: refused };
  return (await refuseClosed(bound.sql, pool)) ?? bound;
}
