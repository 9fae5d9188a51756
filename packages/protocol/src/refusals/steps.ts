/** Refusals of the step pools and of engine_db_tables, engine_db_locks, engine_db_unlocks (page 30). */
export const stepRefusals = {
  // Before the pool: nothing was carried out.
  notObject: (num: number) => `Step ${num} is not an object: a step has "do" and its fields. Nothing was carried out.`,
  noDo: (num: number) => `Step ${num} has no do: name what it does, "do": "select". Nothing was carried out.`,
  nameNotText: (num: number) => `The name of step ${num} is not a text: name it by a word. Nothing was carried out.`,
  namedTwice: (name: string) =>
    `Two steps are named [${name}]: give each a name of its own (case does not count). Nothing was carried out.`,
  unknownField: (num: number, kind: string, field: string, known: readonly string[]) =>
    `Step ${num} has an unknown field [${field}]. A ${kind} step takes: ${known.join(", ")}. Nothing was carried out.`,
  wrongKind: (num: number, field: string, kind: string) =>
    `Step ${num}: ${field} takes ${kind}. Nothing was carried out.`,

  // The `error` of a step.
  readsOnly: "This command runs select and dependent steps only",
  tooManyRows: (limit: number) =>
    `Too many rows: more than ${limit}. Narrow the query, or repeat this step with "big": true`,
  unknownTable: (table: string, similar: readonly string[]) =>
    `Unknown table: ${table}. ${similarTables(similar)}engine_db_tables lists every table`,
  notWholeNumber: (field: string, shown: string) =>
    `The ${field} of this step takes a whole number, and [${shown}] is not one`,
  noStepBefore: (name: string) => `No step named ${name} before this one (@@${name} is the text @${name} itself)`,
  namesNothing: (reference: string) => `${reference} names nothing in the answer of that step`,
  rowsInFile: (reference: string) =>
    `${reference} names nothing in the answer of that step: its rows are heavy and went to a file. Take them small and without "big" or "output", or join both queries into one`,
  noSuchTable: (table: string) => `no such table: ${table}`,

  // engine_db_tables, engine_db_unlocks.
  tableNotFound: (table: string, similar: readonly string[]) =>
    `Table "${table}" not found. ${similarTables(similar)}Call engine_db_tables without a name to see every table.`,
  nothingStuck:
    "Nothing of yours is stuck: no table is held by your login outside a running operation. engine_db_locks shows who holds what.",
} as const;

function similarTables(similar: readonly string[]): string {
  return similar.length === 0 ? "" : `Similar: ${similar.join(", ")}. `;
}
