import type { Command } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";

const WORDS = {
  grant: { done: "Granted", stood: "Held already" },
  revoke: { done: "Taken back", stood: "Not held" },
} as const;

/** `grant` and `revoke`: rights and commands of a person or a group. */
export function addGrantCommands(program: Command): void {
  addChange(program, "grant", "grant rights and commands");
  addChange(program, "revoke", "take granted rights and commands back");
}

function addChange(program: Command, change: "grant" | "revoke", description: string): void {
  const command = program
    .command(change)
    .description(description)
    .argument("<holder>", "a login, or group:<skey>")
    .argument("<what...>", "RIGHT, UNIT (every command the AI tool has now) or UNIT.Command");
  answeringOnStore(command, "write", async ({ db }, holder: string, names: string[]) => {
    const { changeGrants } = await import("@prilavok/engine");
    const end = await changeGrants(db, change, holder, names);
    if ("refusal" in end) return end;
    const { done, stood } = WORDS[change];
    const lines = [sentence(done, end.changed), sentence(stood, end.unchanged)];
    if (change === "revoke" && end.unchanged.length > 0) lines.push(nextOf(holder));
    return { text: lines.filter((line) => line !== "").join("\n"), json: { holder, ...end } };
  });
}

/** A right that is not held directly may come from a group, and what a group holds shows in those who are in it. */
function nextOf(holder: string): string {
  return holder.startsWith("group:")
    ? "`prilavok grants <login>` shows what a person of the group holds, and through what."
    : `\`prilavok grants ${holder}\` shows what ${holder} holds, and through what: a right of a group is taken from the group.`;
}

function sentence(start: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${start}: ${names.join(", ")}`;
}
