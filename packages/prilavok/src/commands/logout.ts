import { doctorWords, servedRefusals, storeRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";
import { readKnownStores } from "../known-stores.ts";

/** `logout`: gives the token of a served store back and forgets it; the store's folder stays. */
export function addLogoutCommand(program: Command): void {
  const command = program
    .command("logout")
    .description("leave a served store: its token is revoked and forgotten; the folder and its files stay")
    .option("--store <dir>", "the store's folder; the used store without it");
  answering(command, logout);
}

async function logout({ store: named }: { readonly store?: string }): Promise<CommandAnswer> {
  const folder = named ?? (await readKnownStores()).used?.folder;
  if (folder === undefined) return { refusal: storeRefusals.noneChosen };
  const { readServedStore } = await import("../served/served-store.ts");
  const store = await readServedStore(folder);
  if (store === undefined) return { refusal: servedRefusals.notServed(folder) };
  if ("refusal" in store) return store;
  const { findToken, forgetToken } = await import("../served/kept-token.ts");
  const { leaveStore } = await import("../served/store-door.ts");
  const token = await findToken(store);
  if (token === "silent") return { refusal: doctorWords.keyringSilent(store.url) };
  if (token === undefined) return { refusal: servedRefusals.noToken(store.url) };
  await forgetToken(store);
  const left = await leaveStore(store.url, token);
  const text = `You have left the store ${store.name}. Its folder ${folder} stays as it is.`;
  const json = { url: store.url, folder, revoked: left === undefined };
  return left === undefined ? { text, json } : { text, json, warning: servedRefusals.stillValid(store.url) };
}
