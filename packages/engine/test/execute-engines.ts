import { makeServerStore } from "./mariadb-steps-store.ts";
import { makeStore, type PoolOutcome, runWriting, type StepsStore } from "./steps-store.ts";

/** The engines that every test of writing steps runs on. */
export const engines: readonly { readonly engine: string; readonly make: () => Promise<StepsStore> }[] = [
  { engine: "SQLite", make: makeStore },
  { engine: "MariaDB", make: makeServerStore },
];

/** What a step answered, without its place in the pool. */
export type Answered = Readonly<Record<string, unknown>>;

/** Carries steps out that have to pass and gives what each of them answered, its rows as `data`. */
export async function done(store: StepsStore, ...list: readonly object[]): Promise<Answered[]> {
  const outcome = await runWriting(store, list);
  if (outcome.refusal !== undefined) throw new Error(outcome.refusal);
  const failed = outcome.answer.steps.find((step) => "error" in step);
  if (failed !== undefined) throw new Error(String(failed.error));
  return answered(outcome);
}

/** The error of the last of these steps, which has to be the one that does not pass. */
export async function failed(store: StepsStore, ...list: readonly object[]): Promise<string> {
  const { refusal, answer } = await runWriting(store, list);
  if (refusal !== undefined) throw new Error(refusal);
  if (answer.steps.length !== list.length) throw new Error(`it stopped at ${JSON.stringify(answer.steps.at(-1))}`);
  return String(answer.steps.at(-1)?.error);
}

/** The rows of one query. */
export async function query(store: StepsStore, sql: string): Promise<unknown> {
  const [step] = await done(store, { do: "select", sql });
  return step?.data;
}

export function answered({ answer, rows }: PoolOutcome): Answered[] {
  return answer.steps.map(({ num, do: _do, ...fields }) => {
    const data = rows[`steps.${num}`];
    return data === undefined ? fields : { ...fields, data };
  });
}
