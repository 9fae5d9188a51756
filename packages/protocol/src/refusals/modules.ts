/** How a command module's call ends badly (page 20, "tool_run"), and what `db` and `lock` say to a module. */
export const moduleRefusals = {
  moduleNotFound: (module: string) =>
    `Module not found! [units/${module}] The store's developer puts its file back; \`prilavok tool check\` looks at all of them.`,
  functionNotFound: (unit: string, command: string) =>
    `Function not found! [${unit}\\${command}] The store's developer exports it from the module; \`prilavok tool check\` looks at all of them.`,
  failed: (unit: string, command: string, text: string) => `${unit}\\${command} failed: ${text}`,
  noResult: (unit: string, command: string) =>
    `${unit}\\${command} answered without result: its developer lets it return {result: true or false, message: …}`,

  // The text after `failed: `, where Core and not the module says it.
  overTime: (seconds: number) =>
    `it ran over ${seconds} s and was stopped. Give it less work at once; the owner may raise moduleSeconds in store.json`,
  overMemory: (megabytes: number) =>
    `it needed more memory than ${megabytes} MB and was stopped. Give it less work at once; the owner may raise moduleMemoryMb in store.json`,
  ended: (how: string) =>
    `it ended its own process (${how}). What it had done by then stays done: look before you repeat it`,
  notBundled: (reason: string) =>
    `it was not started, as what it is made into could not be kept in .cache of the store: ${reason}. Nothing was done; the store's owner makes room or gives access there, then repeat the call`,
  garbled: "it wrote into the channel of its answer. Its output belongs to console",
  cancelled: "the call was cancelled",
  closing: "the store is closing. Look what was done before you repeat it",
  tablesNotObject: "tables takes an object of tables, each a list of rows",
  tableName: (name: string) => `[${name}] is no name of a table: letters, digits and _, 64 at most`,
  tableNotRows: (name: string) => `tables.${name} is no list of rows`,
  rowNotObject: (name: string, row: number) => `tables.${name} row ${row} is not an object`,
  notJson: (place: string, what: string) => `${place} is ${what}`,
  tooDeep: (levels: number) => `nested deeper than ${levels} levels: make it flatter`,
  answerTooLarge: (megabytes: number) => `the answer without its tables is over ${megabytes} MB: put rows into tables`,
  leftTransaction: "it ended with a transaction open, and that is rolled back: await db.transaction(…)",

  // What `db`, `lock` and `change` throw.
  callEnded: "This command has ended: await every call on db before it returns",
  nestedTransaction:
    "A transaction is open on this connection already: do the inner work in it, or await one transaction before the next",
  lockInTransaction: "lock comes before the transaction: another call cannot see a lock that is not committed",
  unknownTable: (table: string) => `Unknown table: ${table}. engine_db_tables lists every table`,
  noGenerator: (table: string) =>
    `No generator for: ${table}. Its ids come from the database: insert the rows without an id`,
  nothingToInsert: "Nothing to insert: rows is empty. Insert at least one row, or leave it out",
  otherColumns: (row: number) =>
    `Row ${row} has other columns than the first one: give all rows the same, null where there is no value`,
  notKept: (column: string) =>
    `The value of [${column}] is nothing a column keeps: it takes a text, a finite number, a boolean, bytes, a Date or null`,

  tablesBusy: (tables: readonly string[], held: readonly string[]) =>
    `The [${tables.join(", ")}] tables are busy: ${held.join("; ")}. Try again in a moment. engine_db_locks shows who holds what; a lock that a broken call of yours left behind goes with engine_db_unlocks`,
  heldBy: (table: string, login: string, since: string) => `${table} by ${login} since ${since}`,
} as const;
