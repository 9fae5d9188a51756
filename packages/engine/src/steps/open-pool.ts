import type { StepConnection, StepLimits } from "../sql/database.ts";
import type { Relations } from "../store/relations.ts";
import type { StepLoan } from "./resolve-references.ts";

/** What the steps of one pool share while it runs. */
export interface OpenPool {
  readonly connection: StepConnection;
  readonly nick: string;
  readonly relations: Relations;
  /** What the steps done so far lend, by `stepNameKey`. */
  readonly loans: Map<string, StepLoan>;
  readonly limits: StepLimits;
  /** For a step with `big`, whose rows are not counted, or with a file of its own. */
  readonly longLimits: StepLimits;
}
