import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openStore, setPassword } from "@prilavok/engine";
import { PRILAVOK, runPrilavok } from "../stores/fresh-store.ts";
import type { Door } from "./door.ts";
import { clientDoor } from "./mcp-stdio.ts";

const PASSWORD = "a password of the contract";

/** The whole way: the store served by a process of its own, entered with a password, the real MCP server before it. */
export async function openMcpHttp(storeFolder: string): Promise<Door> {
  const login = await givePassword(storeFolder);
  const served = await serve(storeFolder);
  const home = mkdtempSync(join(tmpdir(), "prilavok-agent-"));
  const folder = join(home, "store");
  const settings = { PRILAVOK_CONFIG_DIR: join(home, "settings") };
  const words = ["login", served.url, "--login", login, "--store", folder, "--no-keyring"];
  await runPrilavok(words, { settings, input: `${PASSWORD}\n` });
  const door = await clientDoor(folder, settings);
  return {
    ...door,
    close: async () => {
      await door.close();
      await served.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Gives the person the store's settings name a password; answers their login. */
async function givePassword(storeFolder: string): Promise<string> {
  const store = await openStore(storeFolder, "write");
  if ("refusal" in store) throw new Error(store.refusal);
  const { login, timezone } = store.settings;
  const end = await setPassword(store.db, login, PASSWORD, timezone);
  await store.db.close();
  if ("refusal" in end) throw new Error(end.refusal);
  return login;
}

async function serve(storeFolder: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const words = [PRILAVOK, "serve", storeFolder, "--port", "0", "--grace", "0", "--json"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), exited]);
  if (typeof line !== "string") throw new Error(`the store was not served: exit code ${line}`);
  const { url } = JSON.parse(line);
  return {
    url,
    close: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
