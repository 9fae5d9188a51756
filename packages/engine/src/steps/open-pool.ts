import type { StepConnection, StepLimits } from "../sql/database.ts";
import type { LexRules } from "../sql/lex-rules.ts";
import type { Relations } from "../store/relations.ts";
import type { StepLoan } from "./resolve-references.ts";

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
