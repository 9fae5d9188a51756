import { hostname } from "node:os";
import { peopleRefusals, readStoreAddress, servedRefusals, showAddress } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";

interface LoginOptions {
  readonly login?: string;
  readonly store?: string;
  readonly keyring: boolean;
}

/** `login <url>`: exchanges a password for a device token and makes the folder of a served store. */
export function addLoginCommand(program: Command): void {
  const command = program
    .command("login")
    .description("enter a served store: the password is asked for, or read from standard input, and a token is kept")
    .argument("<url>", "the store's address; plain http only on this computer")
    .option("--login <login>", "the person's login")
    .option("--store <dir>", "the store folder; one under Prilavok in your home without it")
    .option("--no-keyring", "keep the token in a file of mode 0600 instead of the system's keyring");
  answering(command, login);
}

async function login(given: string, { login: named, store: folder, keyring }: LoginOptions): Promise<CommandAnswer> {
  const address = readStoreAddress(given);
  if ("refusal" in address) return address;
  const url = showAddress(address);
  const { askPassword, askWord, canAsk } = await import("../ask-password.ts");
  const person = named ?? (canAsk() ? await askWord(`Login for ${url}: `) : undefined);
  if (person === undefined || person === "") return { refusal: servedRefusals.loginNeeded };
  const password = await askPassword(`Password of ${person}: `);
  if (password === undefined) return { refusal: peopleRefusals.noPassword };

  const { enterStore, leaveStore } = await import("../served/store-door.ts");
  const entered = await enterStore(url, { login: person, password, computer: hostname() });
  if ("refusal" in entered) return entered;
  const { placeServedStore } = await import("../served/place-served-store.ts");
  const store = await placeServedStore({ url, name: entered.storeName, login: entered.login }, folder);
  if ("refusal" in store) {
    await leaveStore(url, entered.token);
    return store;
  }
  const { findToken, keepToken } = await import("../served/kept-token.ts");
  const own = { url, login: entered.login };
  const earlier = await findToken(own);
  const place = await keepToken(own, entered.token, keyring);
  if (earlier !== undefined && earlier !== "silent") await leaveStore(url, earlier);
  const { rememberStore } = await import("../known-stores.ts");
  const used = await rememberStore(store);
  const kept = place === "keyring" ? "the system's keyring" : "a file of your settings";
  const next = used ? "It is the used store now." : `\`prilavok use ${store.folder}\` makes it the used one.`;
  return {
    text: `You are ${entered.login} in the store ${store.name}; its folder is ${store.folder}, the token is kept in ${kept}. ${next}`,
    json: { url, login: entered.login, name: store.name, folder: store.folder, kept: place, used },
  };
}
