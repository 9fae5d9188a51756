import { peopleRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";
import { textTable } from "../text-table.ts";

interface NewUserOptions {
  readonly name: string;
  readonly group?: string;
  readonly additionalGroup?: string;
}

/** `user add|block|unblock|password|list`: the people of a store. */
export function addUserCommand(program: Command): void {
  const user = program.command("user").description("the people of a store");
  addUserAdd(user);
  addUserBlock(user, "block", "block a user: their next call is refused", true);
  addUserBlock(user, "unblock", "let a blocked user in again", false);
  addUserPassword(user);
  addUserList(user);
}

function addUserAdd(user: Command): void {
  const command = user
    .command("add")
    .description("add a user, who may do nothing until something is granted to them or to their groups")
    .argument("<login>", "letters, digits and . _ - @")
    .requiredOption("--name <name>", "the person's name")
    .option("--group <skey>", "the main group")
    .option("--additional-group <skey>", "the additional group");
  answeringOnStore(command, "write", async ({ db }, login: string, options: NewUserOptions) => {
    const { addPerson } = await import("@prilavok/engine");
    const { name, group, additionalGroup } = options;
    const added = await addPerson(db, { login, name, group, additionalGroup });
    return "refusal" in added ? added : { text: `The user ${login} is added.`, json: { id: added.id, login } };
  });
}

function addUserBlock(user: Command, word: string, description: string, blocked: boolean): void {
  const command = user.command(word).description(description).argument("<login>");
  answeringOnStore(command, "write", async ({ db }, login: string) => {
    const { blockPerson } = await import("@prilavok/engine");
    const refused = await blockPerson(db, login, blocked);
    return refused ?? { text: `The user ${login} is ${blocked ? "blocked" : "let in"}.`, json: { login, blocked } };
  });
}

function addUserPassword(user: Command): void {
  const command = user
    .command("password")
    .description("give a user a password for entering a served store; it is asked for, or read from standard input")
    .argument("<login>");
  answeringOnStore(command, "write", async ({ db, settings }, login: string) => {
    const { askPassword, canAsk } = await import("../ask-password.ts");
    const password = await askPassword(`New password of ${login}: `);
    if (password === undefined) return { refusal: peopleRefusals.noPassword };
    if (canAsk() && (await askPassword("The same again: ")) !== password)
      return { refusal: peopleRefusals.passwordsDiffer };
    const { setPassword } = await import("@prilavok/engine");
    const end = await setPassword(db, login, password, settings.timezone);
    if ("refusal" in end) return end;
    const tokens = end.revoked === 0 ? "" : ` Tokens got with the earlier one do not work any more: ${end.revoked}.`;
    return { text: `The user ${login} has a new password.${tokens}`, json: { login, revoked: end.revoked } };
  });
}

function addUserList(user: Command): void {
  const command = user.command("list").description("list the users with their groups");
  answeringOnStore(command, "read", async ({ db }) => {
    const { listPeople } = await import("@prilavok/engine");
    const users = await listPeople(db);
    const rows = users.map(({ login, name, group, additionalGroup, blocked }) => [
      login,
      name,
      group ?? "",
      additionalGroup ?? "",
      blocked ? "blocked" : "",
    ]);
    const headings = ["LOGIN", "NAME", "GROUP", "ADDITIONAL GROUP", ""];
    return { text: textTable(headings, rows, "There are no users."), json: { users } };
  });
}
