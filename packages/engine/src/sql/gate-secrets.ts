import { gateRefusals } from "@prilavok/protocol";
import { plainCapitals } from "./lex-characters.ts";
import { TokenCursor } from "./lex-cursor.ts";
import { writtenName } from "./lex-name.ts";
import type { LexRules } from "./lex-rules.ts";
import { serverProcesses } from "./server-processes.ts";

/**
 * What a server shows of its accounts, hashes of their passwords among it, and of the statements that others have at work,
 * with their values, is not for the agent: a refusal or nothing. A plain `SHOW PROCESSLIST` is answered without them.
 */
export function checkSecrets(sql: string, rules: LexRules): string | undefined {
  if (rules.dialect === "sqlite" || !/show|process/i.test(plainCapitals(sql))) return undefined;
  const cursor = new TokenCursor(sql, rules);
  while (cursor.takeMark("("));
  if (cursor.takeWord("SHOW")) {
    cursor.takeWord("FULL");
    if (cursor.isWord("GRANTS")) return gateRefusals.showsAccounts("SHOW GRANTS");
    if (cursor.isWord("CREATE") && cursor.isFollowedBy("USER")) return gateRefusals.showsAccounts("SHOW CREATE USER");
    const showsAll = cursor.isWord("PROCESSLIST") && serverProcesses(sql, rules) === undefined;
    if (showsAll) return gateRefusals.showsStatements("SHOW PROCESSLIST");
  }
  for (; cursor.token.kind !== "end"; cursor.advance()) {
    if (cursor.before.text !== ".") continue;
    if (plainCapitals(writtenName(sql, cursor.token)) === "PROCESSLIST")
      return gateRefusals.showsStatements("PROCESSLIST");
  }
  return undefined;
}
