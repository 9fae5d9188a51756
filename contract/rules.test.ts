import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";

describe.each(cells)("rules, $name", (cell) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await OpenedStore.create(cell);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    const rules = join(opened.store.folder, "rules");
    for (const file of readdirSync(rules)) rmSync(join(rules, file), { recursive: true });
    await opened.reconnect(true);
  });

  const writeRules = (file: string, text: string) => opened.store.write(`rules/${file}`, text);
  const listTables = () => opened.call("engine_db_select", { pool: [{ do: "select", sql: "SELECT 1 AS one" }] });
  const accept = (code: string) => opened.call("session_rules_accept", { tool: "engine_db_select", code });

  it("a tool with rules is refused with their text until they are accepted [ses-19, ses-21]", async () => {
    writeRules("engine_db_select.md", "Ask before you read the customers' table.\n");
    await opened.reconnect(true);
    const refused = await listTables();
    expect(refused).toEqual({
      isError: true,
      text: expect.stringMatching(/^RULES_REQUIRED: the rules of engine_db_select /),
    });
    expect(refused.text).toMatch(/--- engine_db_select\.md ---\s+Ask before you read the customers' table\./);
    const wrong = await accept("wrong");
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toMatch(/this code does not fit[\s\S]*Ask before you read/);
    expect((await listTables()).isError).toBe(true);
    expect((await accept(codeIn(refused.text))).isError).toBe(false);
    expect((await listTables()).isError).toBe(false);
  });

  it("the longest name that has a file holds [ses-20]", async () => {
    writeRules("engine.md", "rules of the engine");
    await opened.reconnect(true);
    expect((await listTables()).text).toContain("rules of the engine");
    writeRules("engine_db.md", "rules of the database");
    await opened.reconnect(true);
    const { text } = await listTables();
    expect(text).toContain("rules of the database");
    expect(text).not.toContain("rules of the engine");
    expect((await opened.call("tool_list")).isError).toBe(false);
  });

  it("a folder among them is no rule", async () => {
    mkdirSync(join(opened.store.folder, "rules", "engine_db_select.md"));
    await opened.reconnect(true);
    expect((await listTables()).isError).toBe(false);
  });

  it("a code of another session or of an older text does not fit [ses-08, ses-22]", async () => {
    writeRules("engine_db.md", "the first text");
    await opened.reconnect(true);
    const older = codeIn((await listTables()).text);
    await opened.reconnect(true);
    const again = await accept(older);
    expect(again.isError).toBe(true);
    expect(again.text).toContain("the first text");
    expect(codeIn(again.text)).not.toBe(older);
    expect((await accept(codeIn(again.text))).isError).toBe(false);
    expect((await listTables()).isError).toBe(false);
    writeRules("engine_db.md", "the second text");
    await opened.reconnect(true);
    const renewed = await accept(codeIn(again.text));
    expect(renewed.isError).toBe(true);
    expect(renewed.text).toContain("the second text");
  });

  it("rules of tool_run hold for tool_pool, whose steps are its calls, unless that has some of its own [ses-20]", async () => {
    writeRules("tool_run.md", "Ask before you run a command.");
    await opened.reconnect(true);
    const pool = [{ unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" }];
    const refused = await opened.call("tool_pool", { pool });
    expect(refused.text).toMatch(/^RULES_REQUIRED: the rules of tool_pool [\s\S]*Ask before you run a command\./);
    const code = codeIn(refused.text);
    expect((await opened.call("session_rules_accept", { tool: "tool_pool", code })).isError).toBe(false);
    expect((await opened.call("tool_pool", { pool })).isError).toBe(false);
    writeRules("tool_pool.md", "At most ten steps.");
    await opened.reconnect(true);
    expect((await opened.call("tool_pool", { pool })).text).toContain("At most ten steps.");
  });

  it("a file of rules that is no tool's is named when the session opens", async () => {
    for (const file of ["engine_db_exec.md", "session_init.md", "engine_db.md"]) writeRules(file, "Rules.");
    const { text } = await opened.call("session_connect", { topic: "t" });
    expect(text).toMatch(/engine_db_exec\.md, session_init\.md hold for nothing/);
    expect(text).toContain("engine_db_select, engine_db_execute");
  });

  it("the session's own rules come with the connection and need no acceptance [ses-14]", async () => {
    writeRules("session.md", "Greet the owner.");
    const answer = await opened.call("session_connect", { topic: "t" });
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain("Greet the owner.");
    expect((await opened.call("session_clear")).isError).toBe(false);
    writeRules("session_connect.md", "Say nothing.");
    const longer = await opened.call("session_connect", { topic: "t" });
    expect(longer.text).toContain("Say nothing.");
    expect(longer.text).not.toContain("Greet the owner.");
  });

  it("a wrong topic leaves the open session as it was [ses-07]", async () => {
    expect((await opened.call("session_connect", { topic: "no way" })).isError).toBe(true);
    const { data } = await opened.call("session_clear");
    expect(data?.current).toBe("t");
  });

  it("a link in a topic's folder is removed and not followed [ses-18]", async () => {
    const outside = join(opened.agentFolder, "precious");
    mkdirSync(outside);
    writeFileSync(join(outside, "kept.txt"), "kept");
    const folder = join(opened.agentFolder, "mcp", "contract", "old");
    mkdirSync(folder, { recursive: true });
    symlinkSync(outside, join(folder, "link"));
    const { data } = await opened.call("session_clear", { topics: ["old"] });
    expect(data).toMatchObject({ removed: ["old"], missing: [] });
    expect(existsSync(folder)).toBe(false);
    expect(readFileSync(join(outside, "kept.txt"), "utf8")).toBe("kept");
    symlinkSync(outside, folder);
    expect((await opened.call("session_clear", { topics: ["old"] })).data).toMatchObject({ removed: ["old"] });
    expect(readFileSync(join(outside, "kept.txt"), "utf8")).toBe("kept");
    rmSync(outside, { recursive: true });
  });

  it("after a new start the session is to be opened again, and the topic's files are there [ses-25]", async () => {
    const run = { unit: "MELBIS_AGENT_CURRENCY", command: "CmdList" };
    const { tables } = await opened.ask<{ tables: { currency: { file: string } } }>("tool_run", run);
    await opened.reconnect(false);
    expect(await opened.call("tool_run", run)).toEqual({
      isError: true,
      text: 'Not connected. Call "session_connect" first.',
    });
    await opened.reconnect(true);
    expect(existsSync(tables.currency.file)).toBe(true);
  });
});

/** The acceptance code of a refusal: a line of its own. */
function codeIn(text: string): string {
  return /^[0-9a-f]{16}$/m.exec(text)?.[0] ?? "";
}
