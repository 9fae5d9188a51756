import type { OpenPool } from "./open-pool.ts";
import type { StepLoan } from "./resolve-references.ts";
import type { RowPart } from "./stream-rows.ts";

/** One kind of step: the fields it takes and what it does. `Pool` is what it needs of the pool it stands in. */
export interface StepKind<Pool extends OpenPool = OpenPool> {
  /** As a caller names them, without `do` and `name`; the MCP server turns `output` into `file`. */
  readonly fields: readonly string[];
  /** Reads a step whose fields are all known: its work, or a field of a wrong kind and what that takes. */
  read(fields: StepFields): StepWork<Pool> | WrongField;
}

/** A step's fields by name; one that is null counts as not named and is not here. */
export type StepFields = ReadonlyMap<string, unknown>;

/** For `Step 1: <field> takes <takes>`. */
export interface WrongField {
  readonly field: string;
  readonly takes: string;
}

/** A step whose form is right; what its values mean is seen when its turn comes. */
export interface StepWork<Pool extends OpenPool = OpenPool> {
  /** Values in which references to earlier steps may stand. */
  readonly refersTo: readonly unknown[];
  /** A statement that the database refuses may be thrown as `RefusedStatement`. */
  carryOut(pool: Pool, turn: StepTurn): AsyncGenerator<RowPart, StepOutcome, void> | Promise<StepOutcome>;
}

/** A step's place in its pool. */
export interface StepTurn {
  /** The name its rows travel under. */
  readonly section: string;
  /** A later step refers to it: its rows are to be kept as long as they are not heavy. */
  readonly lends: boolean;
}

/** How a step ended: its own fields of the answer and what it lends, or why it did not pass. */
export type StepOutcome =
  | {
      readonly answer: Record<string, unknown>;
      readonly value?: unknown;
      readonly rows?: NonNullable<StepLoan["rows"]>;
    }
  | { readonly error: string };
