import { attachmentRefusals, wallClock } from "@prilavok/protocol";
import { changeMarkSql } from "../sql/change-mark.ts";
import type { Database } from "../sql/database.ts";
import { RefusedStatement } from "../sql/refused-statement.ts";
import { writeThrough } from "../sql/step-database.ts";
import type { HeldLock } from "../store/held-locks.ts";
import { whileFree } from "../store/lock-tables.ts";
import type { FilesContext, Refusal } from "./files-context.ts";

/** How long a change waits for the tables: the files are there already, and another call's change takes milliseconds. */
const WAIT_MS = 10_000;

/** `changeTables` beside the event loop; a statement that the database refuses is a refusal with its own text. */
export async function changeThrough<Result extends object>(
  { db, connectSteps, timezone }: FilesContext,
  tables: readonly string[],
  work: (db: Database) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  try {
    return await writeThrough(connectSteps, db.nick, (writing) =>
      changeTables(writing, tables, timezone, () => work(writing)),
    );
  } catch (error) {
    if (error instanceof RefusedStatement) return { refusal: attachmentRefusals.notWritten(error.message) };
    throw error;
  }
}

/**
 * Changes tables of element files (bare names): `work` runs in one transaction in which nobody else has or takes them
 * into work, and they are marked as changed with it. All of it or nothing; a refusal of `work` must have written nothing.
 */
export async function changeTables<Result extends object>(
  db: Database,
  tables: readonly string[],
  timezone: string,
  work: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const free = await whileFree(db, tables, { waitMs: WAIT_MS }, async () => {
    const done = await work();
    if ("refusal" in done) return done;
    for (const table of tables) await db.run(changeMarkSql(db.dialect), [table, wallClock(new Date(), timezone)]);
    return done;
  });
  return "held" in free ? tableInWork(free.held) : free.done;
}

/** The refusal for the first of the locks. */
export function tableInWork([lock]: readonly HeldLock[]): Refusal {
  return { refusal: attachmentRefusals.tableInWork(lock?.table ?? "", lock?.login ?? "", lock?.since ?? "") };
}
