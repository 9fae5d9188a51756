import { peopleRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";
import { textTable } from "../text-table.ts";

/** `token list|revoke`: the computers that people have entered a served store from. */
export function addTokenCommand(program: Command): void {
  const token = program.command("token").description("the device tokens of a served store's people");
  const list = token.command("list").description("list the tokens: whose, from which computer, since when, last used");
  list.option("--user <login>", "of one user");
  answeringOnStore(list, "read", async ({ db }, { user }: { readonly user?: string }) => {
    const { listTokens } = await import("@prilavok/engine");
    const tokens = await listTokens(db, user);
    const rows = tokens.map(({ id, login, computer, created, lastUsed, revoked }) => [
      String(id),
      login,
      computer,
      created,
      lastUsed ?? "never",
      revoked === null ? "" : `revoked ${revoked}`,
    ]);
    const headings = ["TOKEN", "LOGIN", "COMPUTER", "CREATED", "LAST USED", ""];
    return { text: textTable(headings, rows, "Nobody has entered this store from a computer yet."), json: { tokens } };
  });
  const revoke = token
    .command("revoke")
    .description("revoke tokens: their next call is refused")
    .argument("[token...]", "numbers that `token list` shows")
    .option("--user <login>", "every token of a user");
  answeringOnStore(revoke, "write", async ({ db, settings }, ids: string[], { user }: { readonly user?: string }) => {
    if ((user === undefined) === (ids.length === 0)) return { refusal: peopleRefusals.nameTokens };
    const { revokeTokens } = await import("@prilavok/engine");
    const end = await revokeTokens(db, user === undefined ? { ids } : { login: user }, settings.timezone);
    return "refusal" in end ? end : { text: `Revoked: ${end.revoked}.`, json: end };
  });
}
