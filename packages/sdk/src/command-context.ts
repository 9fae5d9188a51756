import type { Refusal } from "./answer.ts";
import type { Db } from "./db.ts";

/** The person the command works for. */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly name: string;
}

/** An attachment of the call: its row in `files_<entity>` and its place under the store's directory. */
export interface Attachment {
  readonly entity: string;
  readonly id: number;
  readonly elem_id: number;
  readonly kind_key: string;
  readonly file_name: string;
  readonly path: string;
  readonly real_name: string;
  readonly size: number;
  readonly pos: number;
  /** Keys the caller wrote on the entry beyond the known ones. */
  readonly [key: string]: unknown;
}

/** What a command receives. */
export interface CommandContext<Params = Record<string, unknown>> {
  readonly user: Person;
  /** The declared fields, checked and converted; a field that was not named and has no default is absent. */
  readonly params: Params;
  readonly files: readonly Attachment[];
  readonly db: Db;
  /**
   * Takes the tables into work, all or none, waiting a moment for a busy one. Answers nothing, or the refusal
   * to return. What was taken is released when the command ends. Not inside a transaction.
   */
  lock(tables: string | readonly string[]): Promise<Refusal | undefined>;
  /** Marks the tables as changed, so that whoever caches them reads them again. */
  change(tables: string | readonly string[]): Promise<void>;
  /** The owner's `secrets.json`. */
  readonly secrets: Readonly<Record<string, unknown>>;
  /** Aborts when the call is cancelled; a second later the command is stopped. */
  readonly signal: AbortSignal;
}
