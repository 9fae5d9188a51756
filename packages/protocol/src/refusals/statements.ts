/** How a statement of a step fails when the database itself did not refuse it (page 30), on every database. */
export const statementRefusals = {
  ranOver: (seconds: number) =>
    `The query ran over ${seconds} s and was stopped. Narrow it, or split it into several smaller ones`,
  needsMemory: (megabytes: number) =>
    `This step needs more memory than ${megabytes} MB and was stopped. Narrow the query, or take smaller pieces of its values`,
  valueTooLarge: (megabytes: number) =>
    `This step needs more memory than ${megabytes} MB for a single value. Take a piece of it, for example with substr`,
  cancelled: "The query was stopped: the call was cancelled",
  writes: "The database says that this statement does not only read; this command reads only",
  allBusy: (readers: number, seconds: number) =>
    `The store runs ${readers} queries at once, and none of them ended in ${seconds} s. Repeat the step later`,
  readingBroke: "The query was not finished: the store's reader broke off. Repeat the step",
  writingBroke:
    "The statement was not finished: the store's writer broke off, and it may have been carried out. Look before you repeat it",
} as const;
