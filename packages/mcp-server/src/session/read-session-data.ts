/** What Core answers to session_connect, as far as the MCP server needs it. */
export interface SessionData {
  readonly store: { readonly name: string; readonly url: string };
  readonly user: Record<string, unknown>;
  readonly groups: readonly unknown[];
  readonly engine: Record<string, unknown>;
  readonly core: string;
  /** IANA name of the store's wall clock. */
  readonly timezone: string;
  readonly limits: { readonly files_kb: number };
  readonly memory: Record<string, unknown> | null;
  readonly tools: number | null;
  readonly rights: readonly string[];
  readonly right_paths: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, string>>;
}

/** The data of a session as Core sent it; undefined where it is none. */
export function readSessionData(data: Readonly<Record<string, unknown>>): SessionData | undefined {
  const { store, user, groups, engine, core, timezone, limits, memory, tools, rights, right_paths, rules } = data;
  if (!isObject(store) || !isText(store["name"]) || !isText(store["url"])) return undefined;
  if (!isObject(user) || !Array.isArray(groups) || !isObject(engine) || !isText(core)) return undefined;
  if (!isTimezone(timezone) || !isObject(limits) || typeof limits["files_kb"] !== "number") return undefined;
  if ((memory !== null && !isObject(memory)) || (tools !== null && typeof tools !== "number")) return undefined;
  if (!Array.isArray(rights) || !rights.every(isText) || !isTexts(right_paths) || !isTexts(rules)) return undefined;
  return {
    store: { name: store["name"], url: store["url"] },
    user,
    groups,
    engine,
    core,
    timezone,
    limits: { files_kb: limits["files_kb"] },
    memory,
    tools,
    rights,
    right_paths,
    rules,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every(isText);
}

function isTimezone(value: unknown): value is string {
  try {
    return isText(value) && Boolean(new Intl.DateTimeFormat("en", { timeZone: value }));
  } catch {
    return false;
  }
}
