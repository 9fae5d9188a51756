import { readRightPaths, readRights } from "../access/read-rights.ts";
import { readRegistry } from "../registry/read-registry.ts";
import type { Registry } from "../registry/registry.ts";
import type { Database } from "../sql/database.ts";

/** The person a call is made for, with what they may do. */
export interface Caller {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly groupIds: readonly number[];
  readonly rights: ReadonlySet<string>;
  /** Holds `PUT_AGENT_OPTION`: every command is theirs. */
  readonly ownsAll: boolean;
}

/** What Core knows of a store at one version of its registry, people and rights. */
export interface StoreState {
  readonly version: string;
  readonly registry: Registry;
  /** The place of every right in the rights tree, in the store's language. */
  readonly rightPaths: ReadonlyMap<string, string>;
  /** The person of a login; undefined for an unknown or a blocked one. */
  caller(login: string): Promise<Caller | undefined>;
}

interface PersonRow {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly group_id: number | null;
  readonly add_group_id: number | null;
}

/** The store's states as they follow one another. */
export interface StoreStates {
  current(): Promise<StoreState>;
  /** The state as the last call saw it; undefined before the first. */
  readonly last: StoreState | undefined;
}

const VERSION = "SELECT version FROM {DBNICK}_agent_version";
/** The row is gone: nothing tells of changes any more, so nothing is kept. */
export const NO_VERSION = "";

/**
 * Reads the state and keeps it as long as the version row stays the same. Triggers raise that row at every change,
 * whoever makes it, so a change is seen by the next call and a call without one costs a single read.
 */
export function storeStates(db: Database): StoreStates {
  let last: StoreState | undefined;
  return {
    get last() {
      return last;
    },
    current: async () => {
      let version = await readVersion(db);
      if (version === NO_VERSION) last = undefined;
      if (version === NO_VERSION) return readState(db, version);
      while (last === undefined || last.version !== version) {
        const state = await readState(db, version);
        const now = await readVersion(db);
        if (now === version) last = state;
        version = now;
      }
      return last;
    },
  };
}

/** The version of a store as it stands now. */
export async function readVersion(db: Database): Promise<string> {
  const [row] = await db.all<{ version: number }>(VERSION);
  return row === undefined ? NO_VERSION : String(row.version);
}

/** The text that asks for it. */
export function versionQuery(nick: string): string {
  return VERSION.replace("{DBNICK}", nick);
}

async function readState(db: Database, version: string): Promise<StoreState> {
  const callers = new Map<string, Caller | undefined>();
  const registry = await readRegistry(db);
  const rightPaths = await readRightPaths(db);
  return {
    version,
    registry,
    rightPaths,
    caller: async (login) => {
      if (!callers.has(login)) callers.set(login, await readCaller(db, login));
      return callers.get(login);
    },
  };
}

async function readCaller(db: Database, login: string): Promise<Caller | undefined> {
  const [person] = await db.all<PersonRow>(
    "SELECT id, login, name, group_id, add_group_id FROM {DBNICK}_user WHERE login = ? AND is_blocked = 0",
    [login],
  );
  if (person === undefined) return undefined;
  const rights = new Set(await readRights(db, person.id));
  const groupIds = [person.group_id, person.add_group_id].filter((id) => id !== null);
  return {
    id: person.id,
    login: person.login,
    name: person.name,
    groupIds,
    rights,
    ownsAll: rights.has("PUT_AGENT_OPTION"),
  };
}
