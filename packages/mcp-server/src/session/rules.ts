import { createHash } from "node:crypto";
import type { Session } from "./session.ts";

/** The owner's rules for one tool in one session. */
export interface ToolRules {
  readonly file: string;
  readonly text: string;
  /** Made of the text and this session's random number: fits no other session and no older text. */
  readonly code: string;
}

/** The store's own session rules, the first that is there; they need no acceptance, so they are nobody else's rules. */
const SESSION_FILES = ["session_connect.md", "session.md"];

/** What opens a session and accepts rules has to be called before any are accepted. */
const TOOLS_WITHOUT_RULES = ["session_init", "session_connect", "session_rules_accept"];

/** A step of tool_pool is a tool_run: rules of the one hold for the other, unless it has some under its own name. */
const STANDS_FOR: Readonly<Record<string, string>> = { tool_pool: "tool_run" };

/**
 * Looks a tool's rules up from the long name to the short one: `engine_db_execute.md`, `engine_db.md`, `engine.md`;
 * the first file found holds (page 10).
 */
export function findRules(session: Pick<Session, "rules" | "nonce">, tool: string): ToolRules | undefined {
  const file = rulesFiles(tool).find((name) => Object.hasOwn(session.rules, name));
  const text = file === undefined ? undefined : session.rules[file];
  if (file === undefined || text === undefined) return undefined;
  return { file, text, code: rulesCode(session, tool, text) };
}

/** Files of rules that are named after no tool and no family of tools, so they hold for nothing. */
export function misnamedRules(rules: Readonly<Record<string, string>>, tools: readonly string[]): string[] {
  const known = new Set([...SESSION_FILES, ...tools.flatMap(rulesFiles)]);
  return Object.keys(rules).filter((file) => !known.has(file));
}

/** The files that may hold a tool's rules, the one that is looked for first in front. */
function rulesFiles(tool: string): string[] {
  if (TOOLS_WITHOUT_RULES.includes(tool)) return [];
  const words = tool.split("_");
  const names = words.map((_, at) => words.slice(0, words.length - at).join("_"));
  const other = STANDS_FOR[tool];
  if (other !== undefined) names.splice(1, 0, other);
  return names.map((name) => `${name}.md`).filter((file) => !SESSION_FILES.includes(file));
}

/** The store's own session rules; they come with session_connect and need no acceptance. */
export function sessionRules(rules: Readonly<Record<string, string>>): string | undefined {
  const file = SESSION_FILES.find((name) => Object.hasOwn(rules, name));
  return file === undefined ? undefined : rules[file];
}

function rulesCode(session: Pick<Session, "nonce">, tool: string, text: string): string {
  const hash = createHash("sha256").update(session.nonce).update(tool).update("\0").update(text);
  return hash.digest("hex").slice(0, 16);
}
