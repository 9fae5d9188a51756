import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import type { Database } from "../sql/database.ts";
import { openSqliteDatabase } from "../sql/sqlite-database.ts";
import { aloneInFolder } from "./alone-in-folder.ts";
import { createSchema } from "./create-schema.ts";
import { clearStaging, openStaging, placeStore, STAGING_FOLDER } from "./place-store.ts";
import { seedAccess } from "./seed-access.ts";
import { shippedRelations } from "./shipped-relations.ts";
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
  /** Puts the shipped AI tools and the like into the draft; what it refuses, the whole init refuses. */
  readonly fill?: (draft: StoreDraft) => Promise<Refusal | undefined>;
}

export interface CreatedStore {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/**
 * Makes a store on SQLite in a folder that has none. The store appears whole or not at all, whatever kills this process;
 * a folder that holds a store is not touched.
 */
export async function createStore(folder: string, options: NewStore = {}): Promise<CreatedStore | Refusal> {
  const plan = checkOptions(folder, options);
  if ("refusal" in plan) return plan;
  const interrupted = existsSync(join(folder, STAGING_FOLDER));
  const taken = findTaken(folder, interrupted ? [SETTINGS_FILE] : STORE_ENTRIES);
  if (taken !== undefined) return { refusal: taken };
  try {
    await mkdir(folder, { recursive: true });
    return await aloneInFolder(folder, () => buildAndPlace(folder, plan, options.fill));
  } catch (error) {
    return { refusal: storeRefusals.folderFailed(folder, systemReason(error)) };
  }
}

interface Plan {
  readonly name: string;
  readonly nick: string;
  readonly lang: Language;
}

function checkOptions(folder: string, options: NewStore): Plan | Refusal {
  const name = nameSchema.safeParse(options.name ?? basename(resolve(folder)));
  if (!name.success) return wrongOption("--name", name.error);
  const nick = nickSchema.safeParse(options.nick ?? "ms");
  if (!nick.success) return wrongOption("--nick", nick.error);
  const lang = languageSchema.safeParse(options.lang ?? "en");
  if (!lang.success) return wrongOption("--lang", lang.error);
  return { name: name.data, nick: nick.data, lang: lang.data };
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
    const refused = taken === undefined ? await buildStore(staging, plan, fill) : { refusal: taken };
    if (refused !== undefined) return refused;
    await placeStore(folder);
  } finally {
    await clearStaging(folder);
  }
  return { name: plan.name, folder: resolve(folder) };
}

async function buildStore(staging: string, plan: Plan, fill: NewStore["fill"]): Promise<Refusal | undefined> {
  for (const name of STORE_FOLDERS) await mkdir(join(staging, name));
  const db = openSqliteDatabase(join(staging, DATABASE_FILE), { nick: plan.nick, mode: "create" });
  try {
    await db.transaction(async () => {
      await createSchema(db);
      await seedAccess(db, plan.lang);
    });
    const refused = await fill?.({ folder: resolve(staging), db, language: plan.lang });
    if (refused !== undefined) return refused;
  } finally {
    await db.close();
  }
  await writeFile(join(staging, SECRETS_FILE), "{}\n", { mode: 0o600 });
  await writeFile(join(staging, RELATIONS_FILE), relationsText());
  await writeFile(join(staging, SETTINGS_FILE), settingsText(plan));
}

/** A relation a line, so that an owner's change shows as one. */
function relationsText(): string {
  return `[\n${shippedRelations()
    .map((relation) => `  ${JSON.stringify(relation)}`)
    .join(",\n")}\n]\n`;
}

function settingsText({ name, nick, lang }: Plan): string {
  const settings = { name, nick, lang, login: "admin", db: { engine: "sqlite", file: DATABASE_FILE } };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}
