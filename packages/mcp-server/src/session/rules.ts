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

/**
 * Looks a tool's rules up from the long name to the short one: `engine_db_execute.md`, `engine_db.md`, `engine.md`;
 * the first file found holds (page 10).
 */
export function findRules(session: Session, tool: string): ToolRules | undefined {
  const words = tool.split("_");
  for (let length = words.length; length > 0; length -= 1) {
    const file = `${words.slice(0, length).join("_")}.md`;
    if (SESSION_FILES.includes(file)) continue;
    const text = Object.hasOwn(session.rules, file) ? session.rules[file] : undefined;
    if (text !== undefined) return { file, text, code: rulesCode(session, tool, text) };
  }
  return undefined;
}

/** The store's own session rules; they come with session_connect and need no acceptance. */
export function sessionRules(rules: Readonly<Record<string, string>>): string | undefined {
  const file = SESSION_FILES.find((name) => Object.hasOwn(rules, name));
  return file === undefined ? undefined : rules[file];
}

function rulesCode(session: Session, tool: string, text: string): string {
  const hash = createHash("sha256").update(session.nonce).update(tool).update("\0").update(text);
  return hash.digest("hex").slice(0, 16);
}
