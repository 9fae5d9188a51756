import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectClient } from "./doors/mcp-client.ts";

let empty: string;
beforeEach(() => {
  empty = mkdtempSync(join(tmpdir(), "prilavok-empty-"));
});
afterEach(() => rmSync(empty, { recursive: true }));

it("without a known store session_init says what to do, and session_connect refuses [ses-02, ses-09]", async () => {
  const client = await connectClient([], { PRILAVOK_CONFIG_DIR: empty });
  const init = await client.callTool({ name: "session_init", arguments: {} });
  expect(init.isError ?? false).toBe(false);
  expect(init.structuredContent).toMatchObject({ stores: [], pinned: false, connect: false });
  expect(textsOf(init)[1]).toContain("prilavok init");
  const connect = await client.callTool({ name: "session_connect", arguments: { topic: "t" } });
  expect(connect.isError).toBe(true);
  expect(textsOf(connect)[0]).toMatch(/^NO_STORE: .*prilavok init/);
  await client.close();
});

it("a pinned folder without a store is refused by its name [ses-10]", async () => {
  const client = await connectClient(["--store", join(empty, "shop")], { PRILAVOK_CONFIG_DIR: empty });
  const init = await client.callTool({ name: "session_init", arguments: {} });
  expect(init.structuredContent).toMatchObject({ stores: [], pinned: true, connect: false });
  const connect = await client.callTool({ name: "session_connect", arguments: { topic: "t" } });
  expect(textsOf(connect)[0]).toMatch(/^NO_SUCH_STORE: .*shop/);
  await client.close();
});

function textsOf({ content }: { readonly content?: unknown }): string[] {
  return (content as { text: string }[]).map(({ text }) => text);
}
