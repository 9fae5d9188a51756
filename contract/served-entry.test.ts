import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child } from "@prilavok/faults";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientDoor } from "./doors/mcp-stdio.ts";
import { FreshStore, PRILAVOK, runPrilavok } from "./stores/fresh-store.ts";

const PASSWORD = "a password of the contract";

let home: string;
let settings: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "prilavok-entry-"));
  settings = { PRILAVOK_CONFIG_DIR: join(home, "settings") };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What session_connect of the real MCP server says to the store folder in `home`. */
async function connect(): Promise<string> {
  const door = await clientDoor(join(home, "store"), settings);
  try {
    const { isError, text } = await door.call("session_connect", { topic: "t" });
    return isError ? text : "connected";
  } finally {
    await door.close();
  }
}

/** A store folder of a served store that nobody has entered from this computer. */
function folderOf(url: string): void {
  mkdirSync(join(home, "store"));
  writeFileSync(join(home, "store/store.json"), JSON.stringify({ name: "shop", url, login: "admin" }));
}

const enter = (url: string) =>
  runPrilavok(["login", url, "--login", "admin", "--store", join(home, "store"), "--no-keyring"], {
    settings,
    input: PASSWORD,
  });

describe("a served store that cannot be entered", () => {
  it("is refused in words that say why: no token, a revoked one, nothing at the address [ses-11, ses-27]", async () => {
    using store = await FreshStore.create();
    await runPrilavok(["user", "password", "admin", "--store", store.folder], { input: PASSWORD });
    await using serving = new Child(process.execPath, [PRILAVOK, "serve", store.folder, "--port", "0", "--json"]);
    await serving.waitFor(/"url":"[^"]+"/);
    const { url } = JSON.parse(serving.printed("stdout")) as { url: string };

    folderOf(url);
    expect(await connect()).toBe(
      `NO_SETTINGS: no token for ${url} is kept on this computer. Run \`prilavok login ${url}\`.`,
    );
    await enter(url);
    expect(await connect()).toBe("connected");

    const tokens = join(home, "settings/tokens");
    const [note = ""] = readdirSync(tokens);
    const kept = readFileSync(join(tokens, note), "utf8");
    writeFileSync(join(tokens, note), JSON.stringify({ account: `admin ${url}`, keyring: true }));
    expect(await connect()).toMatch(
      /^NO_SETTINGS: the keyring of this computer does not give the token .*--no-keyring/,
    );
    writeFileSync(join(tokens, note), kept);
    await runPrilavok(["token", "revoke", "--user", "admin", "--store", store.folder]);
    expect(await connect()).toMatch(new RegExp(`^WRONG_PASSWORD: ${url} does not accept the token .*prilavok login`));

    serving.kill();
    await serving.exited;
    expect(await connect()).toMatch(new RegExp(`^STORE_UNREACHABLE: ${url}: nothing answers there\\. .*doctor`));
  });

  it.each([
    ["a newer Core", "2, 3", "Update Prilavok on this computer."],
    ["an older Core", "0", "Prilavok has to be updated where the store is served: tell its owner."],
  ])(
    "of another version, %s, is named with ours, and which of the two to update [ses-12]",
    async (_what, spoken, next) => {
      const core = createServer((request, response) => {
        request.resume();
        response.writeHead(200, { "prilavok-wire": spoken, "content-type": "application/json" });
        response.end(JSON.stringify({ ok: true, ms: 0, data: { token: "a token", login: "admin" } }));
      }).listen(0, "127.0.0.1");
      await once(core, "listening");
      const url = `http://127.0.0.1:${(core.address() as AddressInfo).port}`;
      try {
        await enter(url);
        expect(await connect()).toBe(
          `VERSION_FAIL: this computer speaks version 1 of the wire and the store speaks ${spoken}. ${next}`,
        );
      } finally {
        core.closeAllConnections();
        core.close();
      }
    },
  );
});
