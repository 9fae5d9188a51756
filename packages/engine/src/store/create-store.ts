import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import { makeFolder } from "@prilavok/protocol/make-folder";
import type { Database, Dialect } from "../sql/database.ts";
import { type MysqlAddress, readMysqlAddress, withoutPassword } from "../sql/mysql-address.ts";
import { aloneInFolder } from "./alone-in-folder.ts";
import { makeFileDatabase } from "./make-file-database.ts";
import { makeServerDatabase } from "./make-server-database.ts";
import type { NewDatabase } from "./new-database.ts";
import { PASSWORD_VARIABLE } from "./open-database.ts";
import { clearStaging, openStaging, placeStore, STAGING_FOLDER } from "./place-store.ts";
import { seedAccess } from "./seed-access.ts";
import { shippedRelations } from "./shipped-relations.ts";
import { storeAround } from "./store-around.ts";
import {
  DATABASE_FILE,
  RELATIONS_FILE,
  SECRETS_FILE,
  SETTINGS_FILE,
  STORE_ENTRIES,
  STORE_FOLDERS,
} from "./store-layout.ts";
import { type Language, languageSchema, nameSchema, nickSchema } from "./store-settings.ts";

export type Refusal = { readonly refusal: string };

/** A store before it stands in its place: `folder` is where its files are for now, an absolute path. */
export interface StoreDraft {
  readonly folder: string;
  readonly db: Database;
  readonly language: Language;
}

export interface NewStore {
  /** The folder's own name when left out. */
  readonly name?: string;
  readonly nick?: string;
  readonly lang?: string;
  /** The address of a database on a server, which may hold other tables; a file in the store's folder when left out. */
  readonly db?: string;
  /** Puts the shipped AI tools and the like into the draft; what it refuses, the whole init refuses. */
  readonly fill?: (draft: StoreDraft) => Promise<Refusal | undefined>;
}

export interface CreatedStore {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/**
 * Makes a store in a folder that has none. The store appears whole or not at all, whatever kills this process; a folder or
 * a database that holds a store is not touched.
 */
export async function createStore(folder: string, options: NewStore = {}): Promise<CreatedStore | Refusal> {
  const plan = checkOptions(folder, options);
  if ("refusal" in plan) return plan;
  const interrupted = existsSync(join(folder, STAGING_FOLDER));
  const taken = findTaken(folder, interrupted ? [SETTINGS_FILE] : STORE_ENTRIES);
  if (taken !== undefined) return { refusal: taken };
  const around = await storeAround(folder);
  if (around !== undefined) return { refusal: storeRefusals.insideAStore(folder, around) };
  try {
    makeFolder(folder);
    return await aloneInFolder(folder, () => buildAndPlace(folder, plan, options.fill));
  } catch (error) {
    return { refusal: storeRefusals.folderFailed(folder, systemReason(error)) };
  }
}

interface Plan {
  readonly name: string;
  readonly nick: string;
  readonly lang: Language;
  readonly server: NewServer | undefined;
}

/** A database on a server, with the address as `store.json` keeps it. */
interface NewServer {
  readonly address: MysqlAddress;
  readonly url: string;
}

function checkOptions(folder: string, options: NewStore): Plan | Refusal {
  const name = nameSchema.safeParse(options.name ?? basename(resolve(folder)));
  if (!name.success) return wrongOption("--name", name.error);
  const nick = nickSchema.safeParse(options.nick ?? "ms");
  if (!nick.success) return wrongOption("--nick", nick.error);
  const lang = languageSchema.safeParse(options.lang ?? "en");
  if (!lang.success) return wrongOption("--lang", lang.error);
  const server = options.db === undefined ? undefined : readServer(options.db);
  if (server !== undefined && "refusal" in server) return server;
  return { name: name.data, nick: nick.data, lang: lang.data, server };
}

/** A password that comes from the environment is not written down. */
function readServer(url: string): NewServer | Refusal {
  const address = readMysqlAddress(url);
  if ("problem" in address) return { refusal: storeRefusals.wrongOption("--db", address.problem) };
  const password = process.env[PASSWORD_VARIABLE];
  return password === undefined ? { address, url } : { address: { ...address, password }, url: withoutPassword(url) };
}

function wrongOption(option: string, error: { readonly issues: readonly { readonly message: string }[] }): Refusal {
  return { refusal: storeRefusals.wrongOption(option, error.issues[0]?.message ?? "") };
}

function findTaken(folder: string, entries: readonly string[]): string | undefined {
  if (existsSync(join(folder, SETTINGS_FILE))) return storeRefusals.alreadyAStore(folder);
  const taken = entries.find((entry) => existsSync(join(folder, entry)));
  return taken === undefined ? undefined : storeRefusals.nameTaken(folder, taken);
}

async function buildAndPlace(folder: string, plan: Plan, fill: NewStore["fill"]): Promise<CreatedStore | Refusal> {
  if (existsSync(join(folder, SETTINGS_FILE))) return { refusal: storeRefusals.alreadyAStore(folder) };
  const staging = await openStaging(folder);
  try {
    const taken = findTaken(folder, STORE_ENTRIES);
    const refused = taken === undefined ? await buildStore(folder, staging, plan, fill) : { refusal: taken };
    if (refused !== undefined) return refused;
  } finally {
    await clearStaging(folder);
  }
  return { name: plan.name, folder: resolve(folder) };
}

async function buildStore(
  folder: string,
  staging: string,
  plan: Plan,
  fill: NewStore["fill"],
): Promise<Refusal | undefined> {
  for (const name of STORE_FOLDERS) await mkdir(join(staging, name));
  const store: NewDatabase = {
    nick: plan.nick,
    seed: (db) => seedAccess(db, plan.lang),
    fill: async (db) => fill?.({ folder: resolve(staging), db, language: plan.lang }),
    place: async (dialect) => {
      await writeFile(join(staging, SECRETS_FILE), "{}\n", { mode: 0o600 });
      await writeFile(join(staging, RELATIONS_FILE), relationsText());
      await writeFile(join(staging, SETTINGS_FILE), settingsText(plan, dialect), {
        mode: holdsPassword(plan) ? 0o600 : 0o644,
      });
      await placeStore(folder);
    },
  };
  if (plan.server === undefined) return makeFileDatabase(join(staging, DATABASE_FILE), store);
  return makeServerDatabase(plan.server.address, store, () => existsSync(join(folder, SETTINGS_FILE)));
}

/** A relation a line, so that an owner's change shows as one. */
function relationsText(): string {
  return `[\n${shippedRelations()
    .map((relation) => `  ${JSON.stringify(relation)}`)
    .join(",\n")}\n]\n`;
}

function settingsText({ name, nick, lang, server }: Plan, dialect: Dialect): string {
  const db = server === undefined ? { engine: dialect, file: DATABASE_FILE } : { engine: dialect, url: server.url };
  return `${JSON.stringify({ name, nick, lang, login: "admin", db }, undefined, 2)}\n`;
}

function holdsPassword({ server }: Plan): boolean {
  return server !== undefined && withoutPassword(server.url) !== server.url;
}
