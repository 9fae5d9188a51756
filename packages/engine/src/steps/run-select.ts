import { peopleRefusals, stepRefusals } from "@prilavok/protocol";
import { bindStatement } from "../sql/bind-statement.ts";
import { findClosedTable } from "../sql/closed-table.ts";
import type { StepLimits } from "../sql/database.ts";
import { checkReads } from "../sql/read-gate.ts";
import { parseRows } from "../sql/read-rows.ts";
import type { SelectStep } from "./check-steps.ts";
import type { OpenPool } from "./open-pool.ts";
import { resolveReferences, type StepLoan, type StepLoans } from "./resolve-references.ts";
import { KeptRows, type RowPart, streamRows } from "./stream-rows.ts";
import { translateShow } from "./translate-show.ts";

/** How a step ended: its own fields of the answer and the rows it lends, or why it did not pass. */
export type StepOutcome =
  | { readonly answer: Record<string, unknown>; readonly rows?: NonNullable<StepLoan["rows"]> }
  | { readonly error: string };

/**
 * Carries a `select` step out: the references, the values, the gate, then the rows as section `steps.<num>`.
 * With `lends` a later step refers to it, and its rows are kept as long as they are not heavy.
 */
export async function* runSelect(
  step: SelectStep,
  lends: boolean,
  pool: OpenPool,
): AsyncGenerator<RowPart, StepOutcome, void> {
  const params = resolveParams(step.params, pool.loans);
  if ("refusal" in params) return { error: params.refusal };
  const bound = bindStatement(step.sql, params.values, pool.nick, pool.rules);
  if ("refusal" in bound) return { error: bound.refusal };
  const writes = checkReads(bound.sql, pool.rules);
  if (writes !== undefined) return { error: writes };
  const closed = findClosedTable(bound.sql, pool.nick);
  if (closed !== undefined) return { error: peopleRefusals.closedTable(closed) };
  const statement = await translateShow(bound, pool);
  if ("error" in statement) return statement;

  const limits = limitsOf(step, pool);
  const kept = lends && !step.big && !step.file ? new KeptRows() : undefined;
  const rows = pool.connection.rows(statement.sql, statement.values, limits);
  const end = yield* streamRows(rows, `steps.${step.num}`, kept);
  if (end.kind === "error") return { error: end.text };
  if (end.kind === "tooMany") return { error: stepRefusals.tooManyRows(limits.maxRows) };
  return {
    answer: { rows: end.rows, ...(end.sameNames.length === 0 ? {} : { same_names: end.sameNames }) },
    rows: kept?.pieces === undefined ? "heavy" : parsedOnce(kept.pieces),
  };
}

function resolveParams(
  params: Readonly<Record<string, unknown>>,
  loans: StepLoans,
): { values: Record<string, unknown> } | { refusal: string } {
  const values: [string, unknown][] = [];
  for (const [name, given] of Object.entries(params)) {
    const resolved = resolveReferences(given, loans);
    if ("refusal" in resolved) return resolved;
    values.push([name, resolved.value]);
  }
  return { values: Object.fromEntries(values) };
}

/** `big` lifts the rows and the time; a file of one's own only the time. */
function limitsOf(step: SelectStep, pool: OpenPool): StepLimits {
  return {
    ...pool.limits,
    ...(step.big ? { maxRows: Number.MAX_SAFE_INTEGER } : {}),
    ...(step.big || step.file ? { timeoutMs: pool.longTimeoutMs } : {}),
  };
}

function parsedOnce(pieces: readonly Uint8Array[]): () => readonly unknown[] {
  let rows: readonly unknown[] | undefined;
  return () => {
    rows ??= parseRows(pieces);
    return rows;
  };
}
