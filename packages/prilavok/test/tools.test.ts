import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { compareFolders, snapshotFolder } from "@prilavok/faults";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Home } from "./prilavok.ts";

let home: Home;
beforeEach(async () => {
  home = new Home();
  await home.run("init", "shop");
});
afterEach(() => home[Symbol.dispose]());

const CmdEcho = { name: "CmdEcho", descr: "Echoes.", params: [{ name: "x", type: "int", required: true, descr: "X" }] };

function writeTool(folder: string, source: string, commands: unknown[] = [CmdEcho]): void {
  mkdirSync(home.path(folder), { recursive: true });
  writeFileSync(home.path(folder, "echo.ts"), source);
  writeFileSync(
    home.path(folder, "echo.tool.json"),
    JSON.stringify({ path: "Test -> Echo", descr: "Echo.", commands }),
  );
}

const units = () => readdirSync(home.path("shop", "units")).sort();

test("tool new writes a tool that tool add takes as it is", async () => {
  const { files } = await home.json("tool", "new", "my_tool");
  expect(files).toContain("my_tool.ts");
  expect(await home.json("tool", "add", "shop/units/my_tool.ts")).toEqual({ unit: "MY_TOOL", change: "added" });
  expect((await home.run("tool", "list")).stdout).toMatch(/MY_TOOL +My tools -> my tool +CmdHello\n/);
  expect(await home.run("tool", "new", "my_tool")).toMatchObject({ code: 1 });
});

test("a tool from elsewhere is copied into the units, brought up to date, and keeps its grants [cli-04]", async () => {
  const source = "export const CmdEcho = async ({ params }) => ({ result: true, message: 'echo', detail: params });";
  writeTool("mine", source);
  expect(await home.json("tool", "add", "mine/echo.ts")).toEqual({ unit: "ECHO", change: "added" });
  expect(readFileSync(home.path("shop/units/echo.ts"), "utf8")).toBe(source);
  await home.run("grant", "admin", "ECHO.CmdEcho");

  writeTool("mine", `${source}\nexport const CmdMore = CmdEcho;`, [CmdEcho, { ...CmdEcho, name: "CmdMore" }]);
  expect(await home.json("tool", "add", "mine/echo.ts")).toEqual({ unit: "ECHO", change: "updated" });
  const { commands } = await home.json("grants", "admin");
  expect(commands).toContainEqual({ unit: "ECHO", command: "CmdEcho", why: ["owner", "own"] });
  expect(commands).toContainEqual({ unit: "ECHO", command: "CmdMore", why: ["owner"] });
});

test("a registry file from elsewhere comes along under the module's name", async () => {
  writeTool("mine", "export const CmdEcho = async () => ({ result: true });");
  const text = readFileSync(home.path("mine/echo.tool.json"), "utf8");
  writeFileSync(home.path("other.json"), text);
  expect(await home.json("tool", "add", "mine/echo.ts", "--registry", "other.json")).toMatchObject({ unit: "ECHO" });
  expect(readFileSync(home.path("shop/units/echo.tool.json"), "utf8")).toBe(text);
});

test("a tool that does not agree with its registry file is refused by tool check and tool add, and nothing changes [cli-05]", async () => {
  writeTool("mine", "export const CmdOther = async () => ({ result: true });");
  const before = snapshotFolder(home.path("shop"), /-(shm|wal)$/);
  for (const word of ["check", "add"]) {
    const end = await home.run("tool", word, "mine/echo.ts");
    expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("CmdEcho") });
  }
  expect(compareFolders(before, snapshotFolder(home.path("shop"), /-(shm|wal)$/))).toEqual({
    added: [],
    removed: [],
    changed: [],
  });
});

test("a module whose relative imports do not stand in the units is not copied there", async () => {
  writeFileSync(home.path("beside.ts"), "export const one = 1;");
  writeTool(
    "mine",
    'import { one } from "../beside.ts"; export const CmdEcho = async () => ({ result: true, detail: { one } });',
  );
  const before = units();
  expect(await home.run("tool", "check", "mine/echo.ts")).toMatchObject({ code: 0 });
  expect(await home.run("tool", "add", "mine/echo.ts")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("beside"),
  });
  expect(units()).toEqual(before);
});

test("tool types writes the fields' types beside the module [mod-16]", async () => {
  writeTool("shop/units", "export const CmdEcho = async () => ({ result: true });");
  await home.run("tool", "add", "shop/units/echo.ts");
  expect(await home.json("tool", "types")).toMatchObject({ written: expect.arrayContaining(["echo.d.ts"]) });
  expect(readFileSync(home.path("shop/units/echo.d.ts"), "utf8")).toContain("readonly x: number | bigint;");
  expect(existsSync(home.path("shop/units/melbis_agent_currency.d.ts"))).toBe(true);
});
