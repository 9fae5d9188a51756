import { sessionRefusals, showValue } from "@prilavok/protocol";

const KINDS = {
  string: "a text",
  boolean: "true or false",
  array: "a list",
} as const;

/** The arguments of a command that Core looks at itself, by the kind each has. */
export type ArgumentKinds = Readonly<Record<string, keyof typeof KINDS>>;

/** Says which argument is of another kind than its command takes; `null` counts as not named. */
export function wrongArgument(args: Readonly<Record<string, unknown>>, kinds: ArgumentKinds): string | undefined {
  for (const [name, kind] of Object.entries(kinds)) {
    const value = args[name] ?? undefined;
    if (value === undefined) continue;
    const fits = kind === "array" ? Array.isArray(value) : typeof value === kind;
    if (!fits) return sessionRefusals.wrongKind(name, KINDS[kind], showValue(value));
  }
  return undefined;
}
