import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

test("tool check tells with a store whether a module would work there, and checks every tool of a store without a module", async () => {
  writeFileSync(home.path("beside.ts"), "export const one = 1;");
  writeTool("mine", 'export { one } from "../beside.ts"; export const CmdEcho = async () => ({ result: true });', [
    CmdEcho,
    { name: "one", descr: "" },
  ]);
  expect(await home.json("tool", "check", "mine/echo.ts")).toMatchObject({ unit: "ECHO" });
  const before = units();
  for (const store of ["shop", "nowhere"]) {
    const end = await home.run("tool", "check", "mine/echo.ts", "--store", store);
    expect(end).toMatchObject({ code: 1, stderr: expect.stringMatching(/beside|nowhere holds no store/) });
  }
  expect(units()).toEqual(before);

  expect(await home.json("tool", "check", "--store", "shop")).toEqual({ tools: 3 });
  const module = home.path("shop/units/melbis_agent_currency.ts");
  writeFileSync(module, readFileSync(module, "utf8").replace("export const CmdPos", "const CmdPos"));
  const end = await home.run("tool", "check");
  expect(end).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("melbis_agent_currency.ts: The command [CmdPos]"),
  });
});

test("tool remove takes a tool out with its commands and leaves its files, from which tool add puts it back", async () => {
  await home.run("tool", "new", "greeting");
  await home.run("tool", "add", "shop/units/greeting.ts");
  const before = units();
  const module = home.path("shop/units/greeting.ts");
  expect(await home.json("tool", "remove", "greeting")).toEqual({ unit: "GREETING", grants: [], module });
  expect((await home.run("tool", "list")).stdout).not.toContain("GREETING");
  expect((await home.run("grants", "admin")).stdout).not.toContain("GREETING");
  expect(units()).toEqual(before);
  expect(await home.json("doctor")).toMatchObject({ ok: true });
  const again = await home.run("tool", "remove", "greeting");
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("`prilavok tool list` shows them") });
  expect(await home.json("tool", "add", module)).toEqual({ unit: "GREETING", change: "added" });
  expect((await home.run("tool", "list")).stdout).toContain("My tools -> greeting");
});

test("tool remove asks before it takes grants along, and takes out a tool whose module is gone", async () => {
  await home.run("user", "add", "olga", "--name", "Olga");
  await home.run("group", "add", "sellers");
  await home.run("grant", "olga", "MELBIS_AGENT_IMPORT_FILES");
  await home.run("grant", "group:sellers", "MELBIS_AGENT_IMPORT_FILES.CmdAdd");
  for (const file of units().filter((name) => name.startsWith("melbis_agent_import_files"))) {
    rmSync(home.path("shop/units", file));
  }
  const asked = await home.run("tool", "remove", "MELBIS_AGENT_IMPORT_FILES");
  expect(asked).toMatchObject({ code: 1, stdout: "" });
  expect(asked.stderr).toMatch(
    /CmdAdd to (olga|group:sellers), CmdAdd to (olga|group:sellers).*Nothing was removed.*--yes/,
  );
  expect((await home.run("tool", "list")).stdout).toContain("IMPORT_FILES");
  expect((await home.run("doctor")).stdout).toContain("`prilavok tool remove MELBIS_AGENT_IMPORT_FILES`");

  const end = await home.json("tool", "remove", "MELBIS_AGENT_IMPORT_FILES", "--yes");
  expect(end).toMatchObject({ unit: "MELBIS_AGENT_IMPORT_FILES", module: null });
  expect(end["grants"]).toHaveLength(2);
  expect(await home.json("grants", "olga")).toMatchObject({ commands: [] });
  expect(await home.json("doctor")).toMatchObject({ ok: true });
});

test("a new tool's test runs outside the clone, and tells when it fails", async () => {
  await home.run("tool", "new", "greeting");
  const passed = await home.run("tool", "test", "greeting");
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining("The test of greeting passed.") });
  expect(passed.stdout).toContain("CmdHello greets the one who is named");

  const module = home.path("shop/units/greeting.ts");
  const source = readFileSync(module, "utf8");
  writeFileSync(module, `import { command } from "@prilavok/sdk";\n${source.replace("Hello,", "Bye,")}void command;`);
  expect(await home.run("tool", "test", "greeting")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("The test of greeting failed."),
  });
  const json = await home.run("tool", "test", "GREETING", "--json");
  expect([json.code, JSON.parse(json.stdout)]).toEqual([1, { name: "GREETING", passed: false }]);
  expect(readdirSync(home.path("shop/.cache/tests"))).toEqual([]);

  writeFileSync(home.path("shop/units/greeting.test.ts"), "const = 1;");
  expect((await home.run("tool", "test", "greeting")).stderr).toMatch(/cannot be read: .*greeting.test.ts:1:7/);
  const nope = await home.run("tool", "test", "nope");
  expect(nope).toMatchObject({ code: 1, stderr: expect.stringContaining("Tests stand there for: greeting.") });
});

test("the units of a store are checked by TypeScript as they stand, shipped tools too", {
  timeout: 120_000,
}, async () => {
  await home.run("tool", "new", "greeting");
  const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
  const check = () => execFileSync(process.execPath, [tsc, "-p", home.path("shop/units")], { encoding: "utf8" });
  expect(check()).toBe("");
  const config = home.path("shop/units/tsconfig.json");
  expect(await home.json("tool", "types")).toMatchObject({ written: expect.arrayContaining(["tsconfig.json"]) });
  writeFileSync(config, "{}");
  await home.run("tool", "types");
  expect(readFileSync(config, "utf8")).toBe("{}");
});

test("tool types writes the fields' types beside the module [mod-16]", async () => {
  writeTool("shop/units", "export const CmdEcho = async () => ({ result: true });");
  await home.run("tool", "add", "shop/units/echo.ts");
  expect(await home.json("tool", "types")).toMatchObject({ written: expect.arrayContaining(["echo.d.ts"]) });
  expect(readFileSync(home.path("shop/units/echo.d.ts"), "utf8")).toContain("readonly x: number | bigint;");
  expect(existsSync(home.path("shop/units/melbis_agent_currency.d.ts"))).toBe(true);
});
