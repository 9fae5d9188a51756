/** Refusals of engine_db pools before the store is asked, and of rows that did not reach their file (page 30). */
export const stepPoolRefusals = {
  poolRequired:
    'pool is required: a list of steps such as {"do": "select", "sql": "…"}, or pool_source with a JSON file that holds one.',
  poolTwice: "pool or pool_source, not both: name the steps once.",
  stepNotObject: (num: number) =>
    `Step ${num} is not an object: a step has do and its fields. Nothing was carried out.`,
  outputNotPath: (num: number) => `Step ${num}: output takes a path on this computer. Nothing was carried out.`,
  outputFenced: (num: number, refusal: string) => `Step ${num}: ${refusal} Nothing was carried out.`,
  sameOutput: (num: number, path: string, other: number) =>
    `Step ${num}: ${path} is the output of step ${other} already. Name another path. Nothing was carried out.`,
  outputRefused: (num: number, path: string, reason: string) =>
    `Step ${num}: nothing can be written to ${path}: ${reason}. Name another path, or mend that. Nothing was carried out.`,
  unknownFile: (num: number) =>
    `Step ${num} has an unknown field [file]: name the file for its rows in output. Nothing was carried out.`,
  rowsNotWritten: (reason: string) =>
    `The rows of this step could not be written on this computer: ${reason}. Make room and repeat the step.`,
  readingBrokeOff: (rows: number) =>
    `The store's answer broke off after ${rows} rows, and no file of it was kept. The pool only read: repeat it.`,
  readingStopped: (num: number, reason: string) =>
    `The rows of step ${num} could not be written on this computer: ${reason}. The query was stopped and nothing of this pool is kept: make room and repeat it.`,
} as const;
