import type { Command } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";
import { textTable } from "../text-table.ts";

/** `grants <login>`: what a person may do and why. */
export function addGrantsCommand(program: Command): void {
  const command = program
    .command("grants")
    .description("show what a person may do, and why: own, a group's, the additional group's, as the owner")
    .argument("<login>");
  answeringOnStore(command, "read", async ({ db }, login: string) => {
    const { explainGrants } = await import("@prilavok/engine");
    const end = await explainGrants(db, login);
    if ("refusal" in end) return end;
    const rights = end.rights.map(({ right, path, why }) => [right, path, why.join(", ")]);
    const commands = end.commands.map(({ unit, command, why }) => [`${unit}.${command}`, why.join(", ")]);
    const text = [
      ...(end.blocked ? [`${login} is blocked and may do nothing of this for now.`] : []),
      textTable(["RIGHT", "PATH", "WHY"], rights, `${login} holds no right.`),
      textTable(["COMMAND", "WHY"], commands, `${login} is granted no command of an AI tool.`),
    ].join("\n\n");
    return { text, json: end };
  });
}
