import { stepRefusals } from "@prilavok/protocol";
import type { HeldLock } from "../store/held-locks.ts";
import type { StepTable } from "./find-table.ts";

/** The error of a step that needs tables which others have in work, named as its caller spells them. */
export function busyError(held: readonly HeldLock[], tables: readonly StepTable[]): { readonly error: string } {
  const inTheWay = tables.filter(({ bare }) => held.some((lock) => lock.table === bare));
  return {
    error: stepRefusals.tableBusy(
      inTheWay.map(({ given }) => given),
      held.map(({ table, login, since }) => stepRefusals.heldBy(table, login, since)),
    ),
  };
}
