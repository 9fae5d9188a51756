import { setTimeout as pause } from "node:timers/promises";
import { RefusedStatement } from "./refused-statement.ts";

const TRIES = 12;
/** Longer with each try, and never the same for two that met. */
const PAUSE_MS = 20;

/**
 * A statement or a transaction of Core's own, tried again when a deadlock or a conflict between the servers of a cluster has
 * undone it. Inside an open transaction it is tried once: the whole of that was undone.
 */
export async function repeatUndone<Result>(
  { inTransaction }: { readonly inTransaction: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const mayRepeat = !inTransaction && tried < TRIES && error instanceof RefusedStatement && error.isUndone;
      if (!mayRepeat) throw error;
      await pause(Math.random() * PAUSE_MS * tried);
    }
  }
}
