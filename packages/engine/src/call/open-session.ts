import type { Database } from "../sql/database.ts";
import { readRules } from "./read-rules.ts";
import type { Caller, StoreState } from "./store-state.ts";

/** What Core knows of a store before anybody calls. */
export interface StoreFacts {
  readonly dir: string;
  readonly name: string;
  readonly url: string;
  readonly coreVersion: string;
  readonly engineVersion: string;
  /** What the files of one call come to at most, in kilobytes; one file alone may be larger. */
  readonly filesKb: number;
  /** IANA name of the store's wall clock. */
  readonly timezone: string;
}

/**
 * The data of session_connect that Core has: the store, the person, their groups and rights, the owner's rules and
 * where each right stands in the tree. `memory` and `tools` are null without the right to see them.
 */
export async function openSession(
  db: Database,
  facts: StoreFacts,
  state: StoreState,
  caller: Caller,
): Promise<Record<string, unknown>> {
  return {
    store: { name: facts.name, url: facts.url },
    user: { id: caller.id, login: caller.login, name: caller.name },
    groups: await readGroups(db, caller.groupIds),
    engine: { kind: db.dialect, version: facts.engineVersion, nick: db.nick },
    core: facts.coreVersion,
    limits: { files_kb: facts.filesKb },
    timezone: facts.timezone,
    memory: caller.rights.has("AGENT_MEMORY_LIST") ? await countNotes(db, caller) : null,
    tools: caller.rights.has("AGENT_TOOL_LIST") ? state.registry.tools.length : null,
    rights: [...caller.rights],
    right_paths: Object.fromEntries(state.rightPaths),
    rules: await readRules(facts.dir),
  };
}

async function readGroups(db: Database, ids: readonly number[]): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const marks = ids.map(() => "?").join(", ");
  return db.all(`SELECT id, skey, name FROM {DBNICK}_user_group WHERE id IN (${marks}) ORDER BY pos, id`, ids);
}

async function countNotes(db: Database, caller: Caller): Promise<{ notes: number; critical: number }> {
  const groups = caller.groupIds.length === 0 ? [0] : caller.groupIds;
  const [row] = await db.all<{ notes: number; critical: number | null }>(
    `SELECT COUNT(*) AS notes, SUM(kind_key = 'kCritical') AS critical FROM {DBNICK}_agent_memory
     WHERE level = 'all' OR (level = 'own' AND user_id = ?)
        OR (level = 'group' AND group_id IN (${groups.map(() => "?").join(", ")}))`,
    [caller.id, ...groups],
  );
  return { notes: Number(row?.notes ?? 0), critical: Number(row?.critical ?? 0) };
}
