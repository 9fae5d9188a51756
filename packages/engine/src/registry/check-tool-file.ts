import { fieldTypes, readFieldType, registryRefusals } from "@prilavok/protocol";
import { z } from "zod";
import { closedObject } from "../store/read-checked-json.ts";
import { checkField } from "./check-field.ts";
import { splitPath, type ToolDraft } from "./tool-draft.ts";

/** The tool a registry file describes, or everything that is wrong with it, a sentence each. */
export type CheckedToolFile =
  | { readonly ok: true; readonly tool: ToolDraft }
  | { readonly ok: false; readonly problems: readonly string[] };

const text = z.string({ error: orMissing(registryRefusals.takesText) });

const fieldSchema = closedObject({
  name: text
    .regex(/^[\p{L}_][\p{L}\p{N}_]{0,99}$/u, { error: registryRefusals.takesFieldName })
    .refine((name) => name !== "files", { error: registryRefusals.filesIsNoField }),
  type: text
    .refine((type) => readFieldType(type) !== undefined, { error: registryRefusals.takesType(fieldTypes) })
    .refine((type) => type !== "files", { error: registryRefusals.filesIsNoField }),
  required: z.boolean({ error: registryRefusals.takesYesNo }).default(false),
  default: z.string({ error: registryRefusals.takesDefault }).refine(fits(255), tooLong(255)).nullish(),
  descr: text.default(""),
});

const commandSchema = closedObject({
  name: text.regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,99}$/, { error: registryRefusals.takesCommandName }),
  descr: text,
  params: z.array(fieldSchema, { error: registryRefusals.takesList }).default([]),
  files: closedObject({
    required: z.boolean({ error: registryRefusals.takesYesNo }).default(false),
    descr: text,
  })
    .nullable()
    .default(null),
});

const toolFileSchema = closedObject({
  path: text.refine((path) => splitPath(path).every((name) => name !== "" && fits(255)(name)), {
    error: registryRefusals.takesPath,
  }),
  descr: text,
  commands: z
    .array(commandSchema, { error: orMissing(registryRefusals.takesList) })
    .min(1, { error: registryRefusals.noCommands }),
});

type ToolFile = z.output<typeof toolFileSchema>;

/**
 * Checks the JSON of a registry file (page 70): its shape first, then names that stand twice, defaults against their
 * types, and the commands against the functions the module exports.
 */
export function checkToolFile(json: unknown, exportedNames: readonly string[]): CheckedToolFile {
  const parsed = toolFileSchema.safeParse(json);
  const problems = parsed.success
    ? [...findTwice(parsed.data), ...findRefusedDefaults(parsed.data), ...compareWithModule(parsed.data, exportedNames)]
    : parsed.error.issues.map((issue) => registryRefusals.problem(placeIn(json, issue.path), issue.message));
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, tool: toDraft(parsed.data) };
}

function toDraft({ path, descr, commands }: ToolFile): ToolDraft {
  return {
    path: splitPath(path).join(" -> "),
    descr,
    commands: commands.map(({ params, ...command }) => ({
      ...command,
      fields: params.map((field) => ({ ...field, default: field.default || null })),
    })),
  };
}

function findTwice({ commands }: ToolFile): string[] {
  const lists = [
    { place: "commands", names: commands.map(({ name }) => name) },
    ...commands.map(({ name, params }) => ({ place: `commands[${name}].params`, names: params.map((p) => p.name) })),
  ];
  return lists.flatMap(({ place, names }) => {
    const lower = names.map((name) => name.toLowerCase());
    const repeated = names.filter((_, at) => lower.indexOf(lower[at] ?? "") !== at);
    return repeated.map((name) => registryRefusals.problem(place, registryRefusals.twice(name)));
  });
}

function findRefusedDefaults({ commands }: ToolFile): string[] {
  return commands.flatMap((command) =>
    command.params.flatMap(({ name, type, default: fallback }) => {
      const checked = fallback ? checkField(name, type, fallback) : undefined;
      if (checked === undefined || checked.ok) return [];
      const place = `commands[${command.name}].params[${name}].default`;
      return [registryRefusals.problem(place, registryRefusals.defaultRefused(checked.message))];
    }),
  );
}

function compareWithModule({ commands }: ToolFile, exportedNames: readonly string[]): string[] {
  const names = commands.map(({ name }) => name);
  return [
    ...names.filter((name) => !exportedNames.includes(name)).map((name) => registryRefusals.noFunction(name)),
    ...exportedNames.filter((name) => !names.includes(name)).map((name) => registryRefusals.noCommand(name)),
  ];
}

/** Where in the file a problem stands: list elements go by their name, where they have one, else by their number. */
function placeIn(json: unknown, path: readonly PropertyKey[]): string {
  let place = "";
  let value = json;
  for (const key of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
    const name: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "name") : undefined;
    if (typeof key === "number") place += `[${typeof name === "string" ? name : key}]`;
    else place += `${place === "" ? "" : "."}${String(key)}`;
  }
  return place;
}

/** Lengths are counted in characters, as the columns do. */
function fits(limit: number) {
  return (value: string) => [...value].length <= limit;
}

function tooLong(limit: number) {
  return { error: registryRefusals.tooLong(limit) };
}

function orMissing(otherwise: string) {
  return (issue: { readonly input?: unknown }) => (issue.input === undefined ? registryRefusals.missing : otherwise);
}
