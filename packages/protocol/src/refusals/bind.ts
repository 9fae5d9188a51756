/** Refusals of binding `params` to a statement's `:NAME`s (page 30, "A pool of steps"), and of a `SHOW` on SQLite. */
export const bindRefusals = {
  noValue: (placeholder: string) =>
    `No value for ${placeholder} in params: name it there, {"${placeholder.slice(1)}": …}`,
  notPlaceholder: (written: string) =>
    `No value for ${written} in params: a value is written :NAME, a colon and capitals, digits or _`,
  namedTwice: (first: string, second: string) =>
    `params holds one name twice, ${first} and ${second}: case does not count, leave one`,
  emptyList: (name: string) =>
    `The list of :${name} in params is empty: no row would fit. Leave this step out, or name at least one value`,
  notValue: (name: string) =>
    `:${name} in params takes a text, a number, true, false, null or a list of these, not an object or a list inside a list`,
  lostDigits: (name: string) =>
    `:${name} in params is a number beyond ±9007199254740991 that has lost its last digits on the way here: pass it as a string`,
  halfCharacter: (name: string) =>
    `:${name} in params holds half of a character (a lone surrogate), which no UTF-8 text can keep: pass the whole character`,
  tooManyValues: (count: number, most: number) =>
    `This statement takes ${count} values, and the database at most ${most}: split the list over several steps`,
  tooLong: (most: number) =>
    `The text of a step is at most ${most} characters: pass long values in params, or split the step`,
  zeroCharacter:
    "The text holds a zero character (U+0000), and SQLite reads no further: take it out, or pass it in params",
  unknownShow:
    "SQLite has no such statement, and this store answers SHOW TABLES [LIKE …], SHOW COLUMNS FROM t, SHOW CREATE TABLE t, SHOW INDEX FROM t and DESCRIBE t in its place",
} as const;
