import type { Command } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";
import { textTable } from "../text-table.ts";

/** `group add|list`: the groups of a store's people. */
export function addGroupCommand(program: Command): void {
  const group = program.command("group").description("the groups of a store's people");
  const add = group
    .command("add")
    .description("add a group; rights are granted to it as group:<skey>")
    .argument("<skey>", "Latin letters, digits, _ and -")
    .option("--name <name>", "the group's name; its key without it");
  answeringOnStore(add, "write", async ({ db }, skey: string, options: { readonly name?: string }) => {
    const { addGroup } = await import("@prilavok/engine");
    const added = await addGroup(db, skey, options.name ?? skey);
    return "refusal" in added ? added : { text: `The group ${skey} is added.`, json: { id: added.id, skey } };
  });
  const list = group.command("list").description("list the groups");
  answeringOnStore(list, "read", async ({ db }) => {
    const { listGroups } = await import("@prilavok/engine");
    const groups = await listGroups(db);
    const rows = groups.map(({ skey, name, people }) => [skey, name, String(people)]);
    return { text: textTable(["KEY", "NAME", "PEOPLE"], rows, "There are no groups."), json: { groups } };
  });
}
