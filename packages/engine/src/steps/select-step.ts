import { stepRefusals } from "@prilavok/protocol";
import type { StepLimits } from "../sql/database.ts";
import { parseRows } from "../sql/read-rows.ts";
import { bindStep, readStatement, type StatementGate, type StepStatement } from "./bind-step.ts";
import type { OpenPool } from "./open-pool.ts";
import type { StepKind, StepOutcome, StepTurn } from "./step-kind.ts";
import { KeptRows, type RowPart, streamRows } from "./stream-rows.ts";
import { translateShow } from "./translate-show.ts";

interface Select extends StepStatement {
  /** Lifts the limit of rows. */
  readonly big: boolean;
  /** The caller keeps the rows in a file of their own naming. */
  readonly file: boolean;
}

/** `select`: the rows of a query that the gate lets through. */
export function selectStep(gate: StatementGate): StepKind {
  return {
    fields: ["sql", "params", "big", "output"],
    read: (fields) => {
      const statement = readStatement(fields);
      if ("field" in statement) return statement;
      const big = fields.get("big") ?? false;
      if (typeof big !== "boolean") return { field: "big", takes: "true or false" };
      const file = fields.get("file") ?? false;
      if (typeof file !== "boolean") return { field: "output", takes: "a path on the caller's computer" };
      return {
        refersTo: Object.values(statement.params),
        carryOut: (pool, turn) => runSelect({ ...statement, big, file }, gate, pool, turn),
      };
    },
  };
}

async function* runSelect(
  step: Select,
  gate: StatementGate,
  pool: OpenPool,
  { section, lends }: StepTurn,
): AsyncGenerator<RowPart, StepOutcome, void> {
  const bound = await bindStep(step, gate, pool);
  if ("error" in bound) return bound;
  const statement = await translateShow(bound, pool);
  if ("error" in statement) return statement;

  const limits = limitsOf(step, pool);
  const kept = lends && !step.big && !step.file ? new KeptRows() : undefined;
  const end = yield* streamRows(pool.connection.rows(statement.sql, statement.values, limits), section, kept);
  if (end.kind === "error") return { error: end.text };
  if (end.kind === "tooMany") return { error: stepRefusals.tooManyRows(limits.maxRows) };
  return {
    answer: { rows: end.rows, ...(end.sameNames.length === 0 ? {} : { same_names: end.sameNames }) },
    rows: kept?.pieces === undefined ? "heavy" : parsedOnce(kept.pieces),
  };
}

/** `big` lifts the rows and the time; a file of one's own only the time. */
function limitsOf({ big, file }: Select, { limits, longTimeoutMs }: OpenPool): StepLimits {
  return {
    ...limits,
    ...(big ? { maxRows: Number.MAX_SAFE_INTEGER } : {}),
    ...(big || file ? { timeoutMs: longTimeoutMs } : {}),
  };
}

function parsedOnce(pieces: readonly Uint8Array[]): () => readonly unknown[] {
  let rows: readonly unknown[] | undefined;
  return () => {
    rows ??= parseRows(pieces);
    return rows;
  };
}
