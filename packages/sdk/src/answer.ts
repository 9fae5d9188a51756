/**
 * The rows of one table: a list, an iterable or an async iterable (`db.stream(…)`) of objects. They are read
 * once, in order, while the answer is on its way, and are never held in memory together.
 */
export type TableRows = Iterable<object> | AsyncIterable<object>;

/** An attachment the command took: the row of `files_<entity>` stays. */
export interface TakenFile {
  readonly entity: string;
  readonly id: number | bigint | string;
  readonly [key: string]: unknown;
}

/**
 * What a command returns. `result: false` is a refusal in words. Everything in it leaves as JSON: a bigint as
 * its digits, a Date as `YYYY-MM-DD HH:MM:SS` by the store's clock, a Buffer as `0x…`. Keys of your own stay.
 */
export interface Answer {
  readonly result: boolean;
  /** One sentence for the agent: what was done, or why not and what to do next. */
  readonly message?: string;
  /** Small facts: ids, counts. */
  readonly detail?: object;
  /** Names are `[A-Za-z0-9_]{1,64}`; the agent gets each table as a file, an object a line. */
  readonly tables?: Readonly<Record<string, TableRows>>;
  readonly files?: readonly TakenFile[];
  readonly [key: string]: unknown;
}

/** The answer that says no. */
export interface Refusal extends Answer {
  readonly result: false;
  readonly message: string;
}
