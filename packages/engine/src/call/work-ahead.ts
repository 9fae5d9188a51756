import type { Database, StepProbe } from "../sql/database.ts";
import type { CommandEnd } from "./core.ts";
import type { RowPart } from "./run-call.ts";
import { NO_VERSION, readVersion, type StoreState, versionQuery } from "./store-state.ts";

/** The store has moved on since the last call saw it. */
class MovedOn extends Error {}

/**
 * Carries work that only reads out by the state that the last call saw. The version is read along with its first statement,
 * in the same round trip where the engine can, and nothing of the work leaves before it has proved the same; else it ends
 * with "movedOn", and nothing of it counts.
 */
export async function* workAhead(
  { version }: StoreState,
  db: Database,
  work: (probe: StepProbe) => AsyncGenerator<RowPart, CommandEnd, void>,
): AsyncGenerator<RowPart, CommandEnd | "movedOn", void> {
  let stands = false;
  const check = (now: string): void => {
    if (now !== version) throw new MovedOn();
    stands = true;
  };
  const parts = work({ sql: versionQuery(db.nick), seen: (now) => check(now ?? NO_VERSION) });
  try {
    const first = await parts.next();
    if (!stands) check(await readVersion(db));
    if (first.done === true) return first.value;
    yield first.value;
    return yield* parts;
  } catch (error) {
    if (error instanceof MovedOn) return "movedOn";
    throw error;
  } finally {
    await parts.return({ refusal: "" });
  }
}
