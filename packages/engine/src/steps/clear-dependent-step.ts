import { stepRefusals } from "@prilavok/protocol";
import { whileFree } from "../store/lock-tables.ts";
import { bareTableName } from "../store/table-names.ts";
import { busyError } from "./busy-error.ts";
import { clearOrphans } from "./clear-orphans.ts";
import { findDependents, type Tie } from "./find-dependents.ts";
import { findTable } from "./find-table.ts";
import type { StepKind, StepOutcome } from "./step-kind.ts";
import { readTableName } from "./table-fields.ts";
import { LOCK_WAIT_MS, type WritingPool } from "./writing-pool.ts";

/** Whose rows hang on people is for the store's owner to decide. */
const NOT_FOR_AGENT = ["user", "user_group"];

/** `clear_dependent`: clears what hangs loose in the tables that depend on a table, and along the chain behind them. */
export const clearDependentStep: StepKind<WritingPool> = {
  fields: ["table"],
  read: (fields) => {
    const table = readTableName(fields);
    return typeof table === "string" ? { refersTo: [], carryOut: (pool) => clearDependent(table, pool) } : table;
  },
};

async function clearDependent(name: string, pool: WritingPool): Promise<StepOutcome> {
  if (pool.connection.inTransaction) return { error: stepRefusals.endTransaction("clear_dependent") };
  const table = await findTable(name, pool);
  if ("error" in table) return table;
  if (NOT_FOR_AGENT.includes(table.bare)) return { error: stepRefusals.sweepNotForAgent(name) };
  const chain = await findChain(table.real, pool);
  if ("error" in chain) return chain;
  if (chain.get(table.real)?.length === 0) return { error: stepRefusals.noDependentList(name) };
  const own = [...chain.keys()].map((real) => bareTableName(real, pool.nick)).filter((bare) => pool.held.has(bare));
  if (own.length > 0) return { error: stepRefusals.unlockBeforeSweep(own) };
  const wait = { callId: pool.owner.callId, waitMs: LOCK_WAIT_MS };
  const free = await whileFree(pool.db, [table.bare], wait, async () => undefined);
  if ("held" in free) return busyError(free.held, [table]);
  return { answer: { cleared: await sweepChain(table.real, chain, pool) } };
}

/** The ties of every table along the chain, by the real name of the table they point at. */
type Chain = ReadonlyMap<string, readonly Tie[]>;

async function findChain(main: string, pool: WritingPool): Promise<Chain | { readonly error: string }> {
  const chain = new Map<string, readonly Tie[]>();
  const waiting = [main];
  for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
    if (chain.has(table)) continue;
    const dependents = await findDependents(table, pool);
    if ("error" in dependents) return dependents;
    const ties = "ties" in dependents ? dependents.ties : [];
    chain.set(table, ties);
    waiting.push(...ties.map((tie) => tie.table));
  }
  return chain;
}

/** Goes on along the chain as long as rows are deleted; how many rows were cleared, by bare name. */
async function sweepChain(main: string, chain: Chain, pool: WritingPool): Promise<Record<string, number | "busy">> {
  const cleared = new Map<string, number | "busy">();
  const waiting = new Set([main]);
  const seen = new Set<string>();
  for (const at of waiting) {
    waiting.delete(at);
    const ties = chain.get(at) ?? [];
    for (const table of new Set(ties.map((tie) => tie.table))) {
      const before = cleared.get(table) ?? 0;
      if (before === "busy") continue;
      const done = await clearOrphans(
        table,
        ties.filter((tie) => tie.table === table),
        pool,
      );
      cleared.set(table, done === "busy" ? done : before + done.deleted + done.emptied);
      // The rows behind a table that others are at work on are not judged by what it holds just now.
      if (done !== "busy" && (done.deleted > 0 || !seen.has(table))) waiting.add(table);
      seen.add(table);
    }
  }
  const found = [...cleared].filter(([, rows]) => rows !== 0);
  return Object.fromEntries(found.map(([table, rows]) => [bareTableName(table, pool.nick), rows]));
}
