import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { Child } from "@prilavok/faults";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

const PASSWORD = "correct horse 🐴";
let home: Home;
let away: Home;
let serving: Child;
let url = "";
beforeAll(async () => {
  home = new Home();
  away = new Home();
  await home.run("init", "shop", "--name", "Лавка");
  await home.run("user", "add", "olga", "--name", "Olga");
  await home.run("grant", "olga", "AGENT_TOOL_LIST", "AGENT_TOOL_RUN");
  expect(await home.tell(`${PASSWORD}\n`, "user", "password", "olga")).toMatchObject({ code: 0 });
  serving = home.start("serve", "shop", "--port", "0", "--json");
  await serving.waitFor(/"url":"[^"]+"/);
  url = JSON.parse(serving.printed("stdout")).url;
});
afterAll(async () => {
  process.kill(serving.pid, "SIGTERM");
  await serving.exited;
  home[Symbol.dispose]();
  away[Symbol.dispose]();
});

const tokenFile = (of: Home) => {
  const [file = ""] = readdirSync(of.path("config/tokens"));
  return of.path("config/tokens", file);
};

describe("entering a served store", () => {
  test("keeps a token in a file of mode 0600, makes the store folder, and says nothing of either secret [cli-11, ses-26, ses-27]", async () => {
    const end = await away.tell(`${PASSWORD}\n`, "login", url, "--login", "olga", "--store", "folder", "--no-keyring");
    expect(end).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(readFileSync(away.path("folder/store.json"), "utf8"))).toEqual({
      name: "Лавка",
      url,
      login: "olga",
    });
    expect(statSync(tokenFile(away)).mode & 0o777).toBe(0o600);
    const { token } = JSON.parse(readFileSync(tokenFile(away), "utf8"));
    expect(end.stdout).not.toContain(token);
    expect(end.stdout).not.toContain("correct horse");
    expect(await away.json("stores")).toMatchObject({ stores: [{ name: "Лавка", used: true }] });
    expect(await home.json("token", "list")).toMatchObject({
      tokens: [{ id: 1, login: "olga", created: expect.any(String), revoked: null }],
    });
  });

  test("again takes a new token and gives the earlier one back", async () => {
    await away.tell(PASSWORD, "login", url, "--login", "olga", "--no-keyring");
    expect(await home.json("token", "list")).toMatchObject({
      tokens: [
        { id: 2, revoked: null },
        { id: 1, revoked: expect.any(String) },
      ],
    });
    expect(readdirSync(away.path("config/tokens"))).toHaveLength(1);
  });

  test("the doctor walks the whole way and finds it in order", async () => {
    const { ok, checks } = await away.json("doctor");
    expect(ok).toBe(true);
    expect((checks as { what: string }[]).map(({ what }) => what)).toEqual([
      "computer",
      "settings",
      "token",
      "core",
      "person",
      "rights",
      "modules",
      "version",
      "disk",
    ]);
  });

  test("a command about the store itself says where it belongs", async () => {
    for (const words of [
      ["user", "list"],
      ["serve", "folder"],
      ["init", "folder", "--upgrade"],
    ]) {
      expect(await away.run(...words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("Run this command on the computer"),
      });
    }
  });

  test.each([
    ["a wrong password", PASSWORD.slice(1), "olga", /^WRONG_PASSWORD/],
    ["an unknown login", PASSWORD, "nobody", /^WRONG_PASSWORD/],
    ["no password", "", "olga", /standard input/],
  ])("with %s is refused", async (_what, input, login, text) => {
    const end = await away.tell(input, "login", url, "--login", login, "--store", "other");
    expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(text) });
    expect(existsSync(away.path("other"))).toBe(false);
  });

  test.each([
    "http://shop.example",
    "http://127.0.0.1.shop.example",
    "http://localhost.shop.example/x",
    "ftp://shop.example",
    "http://olga:secret@localhost:1",
    "shop",
  ])("refuses an address that a password must not go to: %s [cli-12]", async (address) => {
    const end = await away.tell(PASSWORD, "login", address, "--login", "olga");
    expect(end).toMatchObject({ code: 1, stdout: "" });
    expect(end.stderr).not.toContain("secret");
  });

  test("leaves the folder of another store as it is, and no token behind", async () => {
    mkdirSync(away.path("taken"));
    writeFileSync(
      away.path("taken/store.json"),
      '{"name":"x","nick":"ms","db":{"engine":"sqlite","file":"store.sqlite"}}',
    );
    const before = await home.json("token", "list");
    const end = await away.tell(PASSWORD, "login", url, "--login", "olga", "--store", "taken");
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining("another store") });
    const after = await home.json("token", "list");
    const working = (listed: Record<string, unknown>) =>
      (listed["tokens"] as { id: number; revoked: unknown }[])
        .filter(({ revoked }) => revoked === null)
        .map(({ id }) => id);
    expect(working(after)).toEqual(working(before));
  });

  test("a blocked user's token and a revoked one stop at once, and the doctor says so", async () => {
    await home.run("user", "block", "olga");
    expect(await away.run("doctor")).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/WRONG +core +WRONG_PASSWORD/),
    });
    await home.run("user", "unblock", "olga");
    expect(await away.run("doctor")).toMatchObject({ code: 0 });
    expect(await home.run("token", "revoke", "--user", "olga")).toMatchObject({ code: 0, stdout: "Revoked: 1.\n" });
    expect(await away.run("doctor")).toMatchObject({ code: 1 });
    expect(await home.run("token", "revoke")).toMatchObject({ code: 1 });
    expect(await home.run("token", "revoke", "99")).toMatchObject({ code: 1, stderr: expect.stringContaining("99") });
  });

  test("what was done through it stands in the activity log, without the password", async () => {
    const { calls } = await home.json("log", "--user", "olga");
    expect(calls).toEqual(
      expect.arrayContaining([expect.objectContaining({ login: "olga", tool: "session_connect" })]),
    );
    expect(await home.run("log", "--since", "yesterday")).toMatchObject({ code: 2 });
    expect(JSON.stringify(calls)).not.toContain("horse");
    expect(serving.printed("stderr")).not.toContain("horse");
  });

  test("logout revokes and forgets the token and keeps the folder", async () => {
    await away.tell(PASSWORD, "login", url, "--login", "olga", "--no-keyring");
    expect(await away.run("logout")).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(away.path("config/tokens"))).toEqual([]);
    expect(existsSync(away.path("folder/store.json"))).toBe(true);
    expect(await away.run("logout")).toMatchObject({ code: 1, stderr: expect.stringContaining("prilavok login") });
    expect(await home.run("logout")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("stands on this computer"),
    });
    const { tokens } = (await home.json("token", "list")) as { tokens: { revoked: string | null }[] };
    expect(tokens.filter(({ revoked }) => revoked === null)).toEqual([]);
  });
});

describe("two people on one computer", () => {
  test("have a folder and a token each, and neither becomes the other", async () => {
    await home.run("user", "add", "taras", "--name", "Taras");
    await home.run("grant", "taras", "AGENT_TOOL_LIST");
    await home.tell(`${PASSWORD}\n`, "user", "password", "taras");
    using both = new Home();
    const enter = (login: string, folder: string) =>
      both.tell(PASSWORD, "login", url, "--login", login, "--store", folder, "--no-keyring");
    expect(await enter("olga", "one")).toMatchObject({ code: 0 });
    expect(await enter("taras", "two")).toMatchObject({ code: 0 });
    for (const [folder, login] of [
      ["one", "olga"],
      ["two", "taras"],
    ] as const) {
      const { checks } = (await both.json("doctor", "--store", folder)) as { checks: { what: string; text: string }[] };
      expect(checks.find(({ what }) => what === "person")?.text).toBe(`you are ${login}`);
    }
    expect(await enter("taras", "one")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("for another person"),
    });
  });
});
