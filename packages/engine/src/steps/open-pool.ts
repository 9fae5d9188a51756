import type { ConnectSteps, StepConnection, StepLimits, StepProbe } from "../sql/database.ts";
import type { LexRules } from "../sql/lex-rules.ts";
import type { Relations } from "../store/relations.ts";
import type { StepLoan } from "./resolve-references.ts";

/** What a pool of steps is opened with. */
export interface PoolParts {
  readonly db: { readonly nick: string };
  readonly connectSteps: ConnectSteps;
  readonly probe?: StepProbe;
  readonly relations: Relations;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  readonly timeouts?: StepTimeouts;
}

/** How long a step may run: an ordinary one, and one with `big` or a file of its own. */
export interface StepTimeouts {
  readonly stepMs: number;
  readonly longStepMs: number;
}

/** What the steps of one pool share while it runs. */
export interface OpenPool {
  readonly connection: StepConnection;
  readonly rules: LexRules;
  readonly nick: string;
  readonly relations: Relations;
  /** What the steps done so far lend, by `stepNameKey`. */
  readonly loans: Map<string, StepLoan>;
  /** Of an ordinary step. */
  readonly limits: StepLimits;
  /** The time of a step with `big` or a file of its own, in milliseconds. */
  readonly longTimeoutMs: number;
}

const MAX_ROWS = 5000;
const DEFAULT_TIMEOUTS: StepTimeouts = { stepMs: 50_000, longStepMs: 900_000 };

/** A pool at its first step, on a connection that the caller closes. */
export function openPool(
  connection: StepConnection,
  { db, relations, signal, timeouts = DEFAULT_TIMEOUTS }: PoolParts,
): OpenPool {
  return {
    connection,
    rules: connection.rules,
    nick: db.nick,
    relations,
    loans: new Map(),
    limits: { maxRows: MAX_ROWS, timeoutMs: timeouts.stepMs, signal },
    longTimeoutMs: timeouts.longStepMs,
  };
}
