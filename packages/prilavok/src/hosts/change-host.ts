import { readFile, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { hostRefusals } from "@prilavok/protocol";
import { writeWhole } from "../write-whole.ts";
import type { HostApplication, ServerStart } from "./host-applications.ts";
import type { SettingsPath } from "./settings-format.ts";

/** What became of the settings of an application. */
export interface HostChange {
  readonly file: string;
  readonly change: "added" | "updated" | "unchanged" | "removed";
  /** The names of the servers it concerns. */
  readonly names: readonly string[];
}

type Settings = Readonly<Record<string, unknown>>;
type Refusal = { readonly refusal: string };

/** Puts a server into the settings of an application; whatever else stands there, comments too, is kept. */
export async function addToHost(
  app: HostApplication,
  project: string | undefined,
  name: string,
  start: ServerStart,
): Promise<HostChange | Refusal> {
  const file = settingsFile(app, project);
  if (file === undefined) return { refusal: hostRefusals.noProject(app.title) };
  const there = await readSettings(app, file);
  if ("refusal" in there) return there;
  const place = app.place(there.settings);
  const blocked = findBlocked(there.settings, [...place, name]);
  if (blocked !== undefined) return { refusal: hostRefusals.otherForm(file, blocked.join(".")) };

  const entry = app.entry(start, name);
  const older = valueAt(there.settings, [...place, name]);
  const merged = { ...(isObject(older) ? older : {}), ...entry };
  if (isDeepStrictEqual(plain(older), plain(merged))) return { file, change: "unchanged", names: [name] };
  const opened = openPlaces(app, there.text, there.settings, [...place, name]);
  const text = app.format.put(opened, [...place, name], entry);
  const wanted = withValue(there.settings, [...place, name], merged);
  const refused = await write(app, file, there, text, wanted);
  return refused ?? { file, change: older === undefined ? "added" : "updated", names: [name] };
}

/** Takes this program's servers out of the settings of an application: the named one, else all that start `program`. */
export async function removeFromHost(
  app: HostApplication,
  project: string | undefined,
  which: { readonly name: string } | { readonly program: string },
): Promise<HostChange | Refusal> {
  const file = settingsFile(app, project);
  if (file === undefined) return { refusal: hostRefusals.noProject(app.title) };
  const there = await readSettings(app, file);
  if ("refusal" in there) return there;
  const place = app.place(there.settings);
  const servers = valueAt(there.settings, place);
  const names = Object.entries(isObject(servers) ? servers : {})
    .filter(([name, entry]) => ("name" in which ? name === which.name : starts(entry, which.program)))
    .map(([name]) => name);
  if (names.length === 0) return { refusal: hostRefusals.notThere(app.title, file) };
  let { text } = there;
  let wanted = there.settings;
  for (const name of names) {
    text = app.format.remove(text, [...place, name]);
    wanted = withValue(wanted, [...place, name], undefined);
  }
  return (await write(app, file, there, text, wanted)) ?? { file, change: "removed", names };
}

function settingsFile(app: HostApplication, project: string | undefined): string | undefined {
  if (project === undefined) return app.userFile();
  return app.projectFile === undefined ? undefined : join(resolve(project), app.projectFile);
}

interface Read {
  readonly text: string;
  readonly settings: Settings;
  /** A mark of the byte order that the text began with. */
  readonly mark: string;
}

async function readSettings(app: HostApplication, file: string): Promise<Read | Refusal> {
  const whole = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const mark = whole.startsWith("\uFEFF") ? "\uFEFF" : "";
  const text = whole.slice(mark.length);
  const settings = app.format.read(text);
  return settings === undefined ? { refusal: hostRefusals.notWhole(file) } : { text, settings, mark };
}

/** The changed text says what it said before but for the change, or it is not written. A file behind a link stays there. */
async function write(
  app: HostApplication,
  file: string,
  { text: before, mark }: Read,
  text: string,
  wanted: Settings,
): Promise<Refusal | undefined> {
  if (!isDeepStrictEqual(plain(app.format.read(text)), plain(wanted))) return { refusal: hostRefusals.byHand(file) };
  const target = await realpath(file).catch(() => file);
  const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600;
  if (before !== (await readFile(target, "utf8").catch(() => "")).slice(mark.length)) {
    return { refusal: hostRefusals.changedMeanwhile(file) };
  }
  await writeWhole(target, mark + text, mode & 0o777);
  return undefined;
}

/** Keys that hold nothing (`null`) take an object before anything is put into it. */
function openPlaces(app: HostApplication, text: string, settings: Settings, path: SettingsPath): string {
  const empty = path.map((_, length) => path.slice(0, length + 1)).find((above) => valueAt(settings, above) === null);
  return empty === undefined ? text : app.format.put(text, empty.slice(0, -1), { [empty.at(-1) ?? ""]: {} });
}

/** The first key on the way that holds something else than an object. */
function findBlocked(settings: Settings, path: SettingsPath): SettingsPath | undefined {
  const aboves = path.map((_, length) => path.slice(0, length + 1));
  return aboves.find((above) => {
    const value = valueAt(settings, above);
    return value !== undefined && value !== null && !isObject(value);
  });
}

function valueAt(settings: unknown, path: SettingsPath): unknown {
  return path.reduce(
    (inside, key) => (isObject(inside) && Object.hasOwn(inside, key) ? inside[key] : undefined),
    settings,
  );
}

function withValue(settings: Settings, [key = "", ...deeper]: SettingsPath, value: unknown): Settings {
  const { [key]: inside, ...others } = settings;
  if (deeper.length > 0) return { ...settings, [key]: withValue(isObject(inside) ? inside : {}, deeper, value) };
  return value === undefined ? others : { ...settings, [key]: value };
}

/** Does an entry start the program, whatever the application calls its command. */
function starts(entry: unknown, program: string): boolean {
  if (!isObject(entry)) return false;
  const words = [entry["command"], entry["cmd"], entry["args"]].flat();
  return words.includes(program) && words.includes("mcp");
}

/** What settings say, without groups that hold nothing: a text may spell those or leave them out. */
function plain(value: unknown): unknown {
  const dropEmpty = (_key: string, inside: unknown) =>
    isObject(inside) && Object.keys(inside).length === 0 ? undefined : inside;
  return JSON.parse(JSON.stringify(value ?? null), dropEmpty);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
