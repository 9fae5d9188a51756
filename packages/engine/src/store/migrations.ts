import type { Dialect } from "../sql/database.ts";

/** A change of the schema that every older store still needs. What it says never changes once it has been shipped. */
export interface Migration {
  readonly version: number;
  readonly statements: (dialect: Dialect) => readonly string[];
}

/** From version 1 on, in order; version 1 is the first schema. */
export const MIGRATIONS: readonly Migration[] = [];

/** The schema that this Prilavok works with. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 1;
