import { afterAll, beforeAll, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

let home: Home;
beforeAll(async () => {
  home = new Home();
  await home.run("init", "shop", "--lang", "ru");
  await home.run("group", "add", "managers", "--name", "Менеджеры");
  await home.run("user", "add", "olga", "--name", "Ольга", "--group", "managers");
});
afterAll(() => home[Symbol.dispose]());

test("people and groups are listed for a person and for a script", async () => {
  expect((await home.run("user", "list")).stdout).toMatch(
    /^LOGIN +NAME +GROUP.*\nadmin +Владелец\nolga +Ольга +managers\n$/,
  );
  expect(await home.json("group", "list")).toEqual({
    groups: [{ id: 1, skey: "managers", name: "Менеджеры", people: 1 }],
  });
});

test("a grant shows in grants with its place in the tree and its reason, until it is taken back [cli-07]", async () => {
  const granted = await home.json("grant", "group:managers", "AGENT_TOOL_RUN", "melbis_agent_currency.CmdList");
  expect(granted).toMatchObject({ changed: ["AGENT_TOOL_RUN", "MELBIS_AGENT_CURRENCY.CmdList"], unchanged: [] });
  expect(await home.json("grants", "olga")).toMatchObject({
    rights: [{ right: "AGENT_TOOL_RUN", path: "Инструменты → Выполнить", why: ["group:managers"] }],
    commands: [{ unit: "MELBIS_AGENT_CURRENCY", command: "CmdList", why: ["group:managers"] }],
  });
  expect((await home.run("revoke", "group:managers", "AGENT_TOOL_RUN")).stdout).toBe("Taken back: AGENT_TOOL_RUN\n");
  expect((await home.run("revoke", "group:managers", "AGENT_TOOL_RUN")).stdout).toMatch(
    /^Not held: AGENT_TOOL_RUN\n.*prilavok grants <login>/,
  );
  await home.run("grant", "group:managers", "AGENT_TOOL_RUN");
  expect((await home.run("revoke", "olga", "AGENT_TOOL_RUN")).stdout).toMatch(
    /^Not held: AGENT_TOOL_RUN\n`prilavok grants olga` shows .* taken from the group/,
  );
});

test("blocking shows in the list and can be taken back", async () => {
  await home.run("user", "block", "olga");
  expect((await home.run("user", "list")).stdout).toMatch(/olga .* blocked\n/);
  await home.run("user", "unblock", "olga");
  expect((await home.run("user", "list")).stdout).not.toContain("blocked");
});

test.each([
  [["user", "add", "olga", "--name", "x"], "There is a user olga already."],
  [["user", "add", "olga", "--name", "x"], "`prilavok user list` shows"],
  [["group", "add", "managers"], "`prilavok group list` shows"],
  [["tool", "check", "nowhere.ts"], "`prilavok tool new <name>` writes both"],
  [["restore", "nowhere.tar.gz", "x"], "that `prilavok backup` has written"],
  [["hosts", "remove", "codex"], "`prilavok hosts add` puts one in"],
  [["login", "http://shop.example", "--login", "x"], "https is needed"],
  [["user", "block", "admin"], "Nobody would be left"],
  [["grant", "olga", "MELBIS_AGENT_CURRENCY.CmdNope"], "It has: CmdList, CmdAdd, CmdUpdate, CmdRemove, CmdPos."],
  [["grants", "nobody"], "There is no user nobody."],
  [["user", "list", "--store", "nowhere"], "nowhere holds no store"],
])("a refusal is words on standard error and exit code 1: %j [cli-06]", async (words, text) => {
  expect(await home.run(...words)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(text) });
});

test.each([
  [[]],
  [["frob"]],
  [["user"]],
  [["user", "add", "x"]],
  [["grant", "olga"]],
  [["init"]],
  [["init", "x", "--lang", "de"]],
  [["init", "x", "--upgrade", "--demo"]],
  [["stores", "--nope"]],
])("wrong usage has exit code 2 and prints nothing to standard output: %j [cli-06]", async (words) => {
  expect(await home.run(...words)).toMatchObject({ code: 2, stdout: "" });
});

test("help lists the commands and explains one, and the version is printed [cli-09]", async () => {
  const { code, stdout } = await home.run("help");
  expect(code).toBe(0);
  for (const word of ["init", "mcp", "use", "stores", "user", "group", "grant", "revoke", "grants", "tool"]) {
    expect(stdout).toMatch(new RegExp(`^ {2}${word} `, "m"));
  }
  expect(await home.run("help", "grant")).toMatchObject({ code: 0, stdout: expect.stringContaining("group:<skey>") });
  expect(await home.run("help", "user", "add")).toMatchObject({ code: 0, stdout: expect.stringContaining("--group") });
  for (const words of [["nope"], ["user", "nope"]]) {
    expect(await home.run("help", ...words)).toMatchObject({ code: 2, stdout: "" });
  }
  expect(await home.run("--version")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test("without a known store a command says how to name one", async () => {
  using empty = new Home();
  expect(await empty.run("user", "list")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("prilavok use <name>"),
  });
  expect(await empty.run("stores")).toMatchObject({ code: 0, stdout: expect.stringContaining("prilavok init <dir>") });
});
