import { isDeeper, MAX_CALL_LEVELS, sessionRefusals, showValue } from "@prilavok/protocol";

/** A tool's parameter: its JSON Schema and, where the contract has one, the refusal of a value of another kind. */
interface Parameter {
  readonly schema: Readonly<Record<string, unknown>> & {
    readonly type: "string" | "boolean" | "integer" | "object" | "array";
    readonly description: string;
  };
  readonly wrongKind?: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

const KINDS = {
  string: "a text",
  boolean: "true or false",
  integer: "a whole number",
  object: "an object",
  array: "a list",
} as const;
const SHOWN_CHARACTERS = 60;

/**
 * Page 10, "What the server does with every call", 4: `null` is not named, an unknown parameter is refused by name, a
 * list or an object that arrives as a string holding JSON of that kind is taken as such. What nests too deep to be sent on is
 * refused.
 */
export function checkParameters(
  tool: string,
  parameters: Parameters,
  args: Readonly<Record<string, unknown>>,
): { readonly values: Record<string, unknown> } | { readonly refusal: string } {
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(args)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) {
      return { refusal: sessionRefusals.unknownParameter(tool, name, Object.keys(parameters)) };
    }
    if (given === null) continue;
    const value = asKind(parameter.schema.type, given);
    if (value === undefined) {
      const refusal = sessionRefusals.wrongKind(name, KINDS[parameter.schema.type], showValue(given, SHOWN_CHARACTERS));
      return { refusal: parameter.wrongKind ?? refusal };
    }
    if (isDeeper(value, MAX_CALL_LEVELS)) return { refusal: sessionRefusals.tooDeep(name, MAX_CALL_LEVELS) };
    values[name] = value;
  }
  return { values };
}

/** The value where it is of the kind, or spells one in JSON that does not nest too deep; else undefined. */
export function asKind(kind: keyof typeof KINDS, given: unknown): unknown {
  if (isKind(kind, given)) return given;
  if (typeof given !== "string" || kind === "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(given);
    return isKind(kind, parsed) && !isDeeper(parsed, MAX_CALL_LEVELS) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isKind(kind: keyof typeof KINDS, value: unknown): boolean {
  switch (kind) {
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isSafeInteger(value);
    default:
      return typeof value === kind;
  }
}
