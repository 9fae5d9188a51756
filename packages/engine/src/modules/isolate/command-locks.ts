import { moduleRefusals } from "@prilavok/protocol";
import type { Refusal } from "@prilavok/sdk";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import { repeatUndone } from "../../sql/repeat-undone.ts";
import type { HeldLock } from "../../store/held-locks.ts";
import { type LockDoor, lockTables, type LockOwner as Owner, unlockTables } from "../../store/lock-tables.ts";
import { allOrNone } from "./all-or-none.ts";
import { wallClock } from "./wall-clock.ts";

/** Whose locks; the process that works for the call holds them. */
export type LockOwner = Omit<Owner, "right">;

const WAIT_MS = 1000;

/** Takes the tables (bare names) into work for the call, all or none, or answers who holds them after a moment's wait. */
export async function takeLocks(
  connection: ModuleConnection,
  tables: readonly string[],
  owner: LockOwner,
): Promise<Refusal | undefined> {
  const held = await lockTables(
    lockDoor(connection),
    tables,
    { ...owner, right: "AGENT_TOOL_RUN" },
    { waitMs: WAIT_MS, now: () => wallClock(new Date()) },
  );
  return held.length === 0 ? undefined : { result: false, message: busyText(held) };
}

/** Gives back everything the call took. */
export async function releaseLocks(connection: ModuleConnection, callId: string): Promise<void> {
  await unlockTables(lockDoor(connection), callId);
}

function busyText(locks: readonly HeldLock[]): string {
  const held = locks.map(({ table, login, since }) => moduleRefusals.heldBy(table, login, since));
  return moduleRefusals.tablesBusy(
    locks.map(({ table }) => table),
    held,
  );
}

function lockDoor(connection: ModuleConnection): LockDoor {
  const named = (sql: string) => sql.replaceAll("{DBNICK}", connection.nick);
  return {
    dialect: connection.dialect,
    all: async <Row>(sql: string, values: Parameters<LockDoor["all"]>[1] = []) =>
      (await connection.rows(named(sql), values)) as Row[],
    run: (sql, values) => repeatUndone(connection, () => connection.run(named(sql), values)),
    transaction: (work) => allOrNone(connection, work),
  };
}
