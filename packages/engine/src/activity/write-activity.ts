import type { Database } from "../sql/database.ts";
import type { ActivityEntry } from "./activity-entry.ts";
import { ensureActivityTable, insertActivity, pruneActivity } from "./activity-table.ts";

export interface ActivityKeeping {
  readonly days: number;
  readonly timezone: string;
}

const MAX_BATCH = 50;
const MAX_WAITING = 10_000;
const PRUNE_MS = 12 * 60 * 60 * 1000;

/** Writes entries to a database in the order they come, as many at once as have gathered while it was busy. */
export class ActivityWriter {
  readonly #open: () => Promise<Database>;
  readonly #keeping: ActivityKeeping;
  readonly #log: (line: string) => void;
  readonly #waiting: ActivityEntry[] = [];
  #lost = 0;
  #db: Database | undefined;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #work: Promise<void> | undefined;

  /** `open` is asked again after a failure; the database is not closed here. */
  constructor(open: () => Promise<Database>, keeping: ActivityKeeping, log: (line: string) => void) {
    this.#open = open;
    this.#keeping = keeping;
    this.#log = log;
  }

  append(entry: ActivityEntry): void {
    if (this.#waiting.length >= MAX_WAITING) this.#lost += 1;
    else this.#waiting.push(entry);
    this.#work ??= this.#drain();
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  async #drain(): Promise<void> {
    // Entries that come in the same turn of the event loop are written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await insertActivity(await this.#ready(), batch, this.#keeping.timezone);
      } catch (error) {
        this.#db = undefined;
        this.#lost += batch.length;
        this.#log(`the activity log cannot be written, rows lost so far: ${this.#lost} (${String(error)})`);
      }
    }
    this.#work = undefined;
  }

  async #ready(): Promise<Database> {
    if (this.#db === undefined) {
      const db = await this.#open();
      await ensureActivityTable(db);
      this.#db = db;
    }
    if (performance.now() - this.#prunedAt > PRUNE_MS) {
      this.#prunedAt = performance.now();
      await pruneActivity(this.#db, this.#keeping.days, this.#keeping.timezone);
    }
    return this.#db;
  }
}
