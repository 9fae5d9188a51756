/** Refusals of the step pools and of engine_db_tables, engine_db_locks, engine_db_unlocks (page 30). */
export const stepRefusals = {
  // Before the pool: nothing was carried out.
  tooManySteps: (most: number, count: number) =>
    `A pool takes at most ${most} steps, and this one has ${count}: split it, or let one statement do the work of many. Nothing was carried out.`,
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
  namesNothing: (reference: string) =>
    `${reference} names nothing in the answer of that step: @name.0.id is a value of a select's row, @name.*.id the list of all, and a bare @name the id of a step that makes one`,
  rowsInFile: (reference: string) =>
    `${reference} names nothing in the answer of that step: its rows are heavy and went to a file. Take them small and without "big" or "output", or join both queries into one`,
  noSuchTable: (table: string) => `no such table: ${table}`,

  // The `error` of a step that writes.
  unknownStep: (step: string, known: readonly string[]) =>
    `Unknown step: ${step}. engine_db_execute runs ${known.join(", ")}`,
  tableBusy: (tables: readonly string[], held: readonly string[]) =>
    `Table is busy: ${tables.join(", ")}, in work (${held.join("; ")}). Nothing was taken or changed by this step; repeat the pool in a moment. engine_db_locks shows who holds what; a lock that a broken call of yours left behind goes with engine_db_unlocks`,
  heldBy: (table: string, login: string, since: string) => `${table} by ${login} since ${since}`,
  notLocked: (tables: readonly string[]) =>
    `Not locked by this pool: ${tables.join(", ")}. Unlock what a lock step of this pool took, or leave tables out to unlock all of it`,
  noGenerator: (table: string) =>
    `No generator for: ${table}. Its ids come from the database: insert the rows without an id`,
  rowsNotList: 'rows takes a list of rows, each an object of columns and values: [{"name": "Acme"}]',
  nothingToInsert: "Nothing to insert: rows is empty. Name at least one row, or leave the step out",
  otherColumns: (row: number) =>
    `Row ${row} has other columns than the first one: give all rows the same, null where there is no value`,
  notValue: (row: number, column: string) =>
    `Row ${row}: [${column}] takes a text, a number, true, false or null, not a list or an object`,
  lostDigits: (row: number, column: string) =>
    `Row ${row}: [${column}] is a number beyond ±9007199254740991 that has lost its last digits on the way here: pass it as a string`,
  halfCharacter: (row: number, column: string) =>
    `Row ${row}: [${column}] holds half of a character (a lone surrogate), which no UTF-8 text can keep: pass the whole character`,
  tooManyValues: (count: number, most: number) =>
    `These rows hold ${count} values, and one insert takes ${most} at most: split them over several steps`,
  treeNotForAgent: (table: string) =>
    `This tree is not for the agent: ${table}. The store's owner changes it with the commands of prilavok`,
  notTree: (table: string) => `Not a tree table: ${table}. A tree has the columns tindex, tlevel and absindex`,
  noParent: (id: string, table: string) => `No parent ${id} in ${table}. parent_id 0 is the top`,
  noNode: (id: string, table: string) => `No node ${id} in ${table}. Look its id up with a select step`,
  notMovable: "No such node, or the parent sits inside the moved branch. Look at both with a select step",
  sweepNotForAgent: (table: string) =>
    `This sweep is not for the agent: ${table}. The store's owner removes people and groups`,
  unlockBeforeSweep: (tables: readonly string[]) =>
    `Unlock before this sweep: ${tables.join(", ")}. It takes its tables into work by itself`,
  noDependentList: (table: string) =>
    `No dependent list for ${table}: no relation in relations.json points at it, so there is nothing to sweep`,
  endTransaction: (step: string) =>
    `A transaction is open on this connection, and ${step} is one of its own: end it first with a modify step COMMIT or ROLLBACK`,
  rolledBack: "The transaction that a step had begun was rolled back with it",
  leftTransaction:
    "The pool ended inside a transaction that a step had begun, and it was rolled back: end it with a modify step COMMIT",
  leavesDatabase: (word: string) =>
    `A step writes the store's database only, and ${word} reaches a file beside it: leave it out`,
  outlivesPool: "An XA transaction outlives its pool and keeps its rows locked. Use START TRANSACTION and COMMIT",
  coresSetting: (name: string) =>
    `${name} is what Core reads a pool's statements by, and it stays as the server has it. Write this statement without it`,
  dynamicSql: (word: string) => `${word} runs a text that nobody has read. Send that statement itself as a step`,

  // engine_db_tables, engine_db_unlocks.
  tableNotFound: (table: string, similar: readonly string[]) =>
    `Table "${table}" not found. ${similarTables(similar)}Call engine_db_tables without a name to see every table.`,
  nothingStuck:
    "Nothing of yours is stuck: no table is held by your login outside a running operation. engine_db_locks shows who holds what.",
} as const;

function similarTables(similar: readonly string[]): string {
  return similar.length === 0 ? "" : `Similar: ${similar.join(", ")}. `;
}
