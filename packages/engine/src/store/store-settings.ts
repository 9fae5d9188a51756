import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { closedObject, readCheckedJson } from "./read-checked-json.ts";

/** The languages a store's rights and console speak. */
const LANGUAGES = ["en", "ru", "uk"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The prefix of the store's tables: it becomes a part of their names. */
export const nickSchema = text(
  /^[a-z][a-z0-9_]{0,15}$/i,
  "takes a Latin letter, then letters, digits or _, 16 characters at most",
);
export const nameSchema = text(/^[^\p{Cc}]{1,100}$/u, "takes a text of 1 to 100 characters on one line");
export const languageSchema = z.enum(LANGUAGES, { error: `takes one of ${LANGUAGES.join(", ")}` });

const timezoneSchema = text(/./, "takes a time zone as IANA names it, for example Europe/Kyiv").refine(isTimezone, {
  error: "takes a time zone as IANA names it, for example Europe/Kyiv",
});

/** What the store spends at most; the defaults hold for a small computer. */
const limitsSchema = closedObject({
  readSeconds: wholeNumber(1, 3600, 50),
  bigReadSeconds: wholeNumber(1, 86_400, 900),
  readerMemoryMb: wholeNumber(128, 65_536, 512),
  readers: wholeNumber(1, 64, 4),
  moduleSeconds: wholeNumber(1, 86_400, 50),
  moduleMemoryMb: wholeNumber(128, 65_536, 512),
  isolates: wholeNumber(1, 64, 4),
  filesKb: wholeNumber(1, 1_000_000_000, 102_400),
  activityDays: wholeNumber(1, 36_500, 365),
  calls: wholeNumber(1, 10_000, 64),
  callSeconds: wholeNumber(1, 86_400, 3600),
  requestMb: wholeNumber(1, 1024, 64),
});

const serverDb = {
  url: text(/^(mysql|mariadb):\/\/./, "takes an address that starts with mysql://"),
  passwordFile: z.string().optional(),
};

const dbSchema = z.discriminatedUnion(
  "engine",
  [
    closedObject({ engine: z.literal("sqlite"), file: text(/./, "takes the name of a file").default("store.sqlite") }),
    closedObject({ engine: z.literal("mariadb"), ...serverDb }),
    closedObject({ engine: z.literal("mysql"), ...serverDb }),
  ],
  { error: 'takes {"engine": "sqlite", "file": …} or {"engine": "mariadb" or "mysql", "url": …}' },
);

/** How far an agent's tools may go on the computer of the store folder; the MCP server reads and keeps it. */
const folders = z.array(z.string(), { error: "takes a list of folders" });
const localSchema = closedObject({ read: folders.optional(), write: folders.optional() });

const settingsSchema = closedObject({
  name: nameSchema,
  url: text(/^(https?:\/\/.+)?$/, "takes an address that starts with http:// or https://, or nothing").default(""),
  nick: nickSchema,
  lang: languageSchema.default("en"),
  timezone: timezoneSchema.default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  login: text(/./, "takes the login of a person of the store").default("admin"),
  db: dbSchema,
  local: localSchema.optional(),
  limits: limitsSchema.prefault({}),
});

/** `store.json` with its defaults filled in. */
export type StoreSettings = z.output<typeof settingsSchema>;

/** Reads and checks `store.json`. */
export async function readSettings(folder: string): Promise<StoreSettings | { readonly refusal: string }> {
  const read = await readCheckedJson(folder, "store.json", settingsSchema);
  return "refusal" in read ? read : read.value;
}

/** A path that the settings name: from the store's folder (`\` and `/` both divide it) or an absolute one. */
export function pathFromStore(folder: string, file: string): string {
  return isAbsolute(file) ? file : join(folder, ...file.split(/[\\/]/));
}

function text(pattern: RegExp, error: string) {
  return z.string({ error }).regex(pattern, { error });
}

function wholeNumber(from: number, to: number, otherwise: number) {
  const error = `takes a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, { error }).max(to, { error }).default(otherwise);
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
