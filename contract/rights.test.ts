import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";
import * as people from "./stores/people.ts";

const CURRENCY = "MELBIS_AGENT_CURRENCY";

describe.each(cells)("rights, $name", (cell) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await OpenedStore.create(cell, {}, async (store) => {
      await people.addSeller(store.folder, "olha", "Ольга");
      store.changeSettings({ login: "olha" });
    });
  });
  beforeEach(async () => {
    await people.grantOnly(opened.store.folder, "olha", "AGENT_TOOL_LIST", "AGENT_TOOL_RUN");
    await opened.reconnect(true);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const grant = (holder: string, ...names: string[]) => people.grant(opened.store.folder, holder, ...names);
  const revoke = (holder: string, ...names: string[]) => people.revoke(opened.store.folder, holder, ...names);
  const run = (name: string) => opened.call("tool_run", { unit: CURRENCY, command: name });

  it("the session tells the person, the groups and what is granted [ses-03, ses-04, cli-08]", async () => {
    const { data } = await opened.call("session_connect", { topic: "t" });
    expect(data).toMatchObject({
      user: { login: "olha", name: "Ольга" },
      groups: [{ skey: "sellers", name: "Sellers" }],
    });
    expect(data?.memory).toBeNull();
    expect(data?.tools).toEqual(expect.any(Number));
    expect(data?.granted).toEqual(
      expect.arrayContaining([
        "session_init",
        "session_connect",
        "session_clear",
        "tool_list",
        "tool_run",
        "tool_pool",
      ]),
    );
    expect(data?.granted).not.toContain("engine_db_select");
    await revoke("olha", "AGENT_TOOL_LIST");
    expect((await opened.call("session_connect", { topic: "t" })).data?.tools).toBeNull();
  });

  it("a tool whose right is not granted is refused at once, with the right's path [srv-03, ovr-08]", async () => {
    const refused = await opened.call("engine_db_select", { pool: [] });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^ACCESS_DENIED: this user may not run AGENT_ENGINE_DB_SELECT/);
    expect(refused.text).toContain("Direct access → Database → Read data");
    expect(refused.text).toContain("session_connect");
    await grant("olha", "AGENT_ENGINE_DB_SELECT");
    const select = { pool: [{ do: "select", sql: "SELECT 1 AS one" }] };
    expect((await opened.call("engine_db_select", select)).isError).toBe(true);
    await opened.reconnect(true);
    expect((await opened.call("engine_db_select", select)).isError).toBe(false);
  });

  it("a right that is taken away in mid-session is refused by Core [acc-01]", async () => {
    await revoke("olha", "AGENT_TOOL_LIST");
    expect(await opened.call("tool_list")).toEqual({ isError: true, text: "ACCESS_DENIED" });
  });

  it("a right to read is away at the next select once it is taken, and back once it is given [acc-01]", async () => {
    await grant("olha", "AGENT_ENGINE_DB_SELECT");
    await opened.reconnect(true);
    const ask = async (sql: string) => {
      const { text, data } = await opened.call("engine_db_select", { pool: [{ do: "select", sql }] });
      return data === undefined ? text : JSON.stringify(data);
    };
    expect(await ask("SELECT 1 AS one")).toContain('"one":"1"');
    expect(await ask("SELECT 2 AS two")).toContain('"two":"2"');
    await revoke("olha", "AGENT_ENGINE_DB_SELECT");
    expect(await ask("SELECT 3 AS three")).toBe("ACCESS_DENIED");
    expect(await ask("DELETE FROM {DBNICK}_lang")).toBe("ACCESS_DENIED");
    await grant("olha", "AGENT_ENGINE_DB_SELECT");
    expect(await ask("SELECT 4 AS four")).toContain('"four":"4"');
  });

  it("a command that is not granted is refused with its tool's path; the list tells it all the same [chk-04, lst-03, reg-05]", async () => {
    await grant("olha", `${CURRENCY}.CmdList`);
    expect(await mayAndAlso()).toEqual([["CmdList"], ["CmdAdd", "CmdUpdate", "CmdRemove", "CmdPos"]]);
    expect((await run("CmdList")).isError).toBe(false);
    const refused = await run("CmdRemove");
    expect(refused).toMatchObject({ isError: true, data: { result: false } });
    expect(refused.data?.message).toMatch(
      /^The command \[CmdRemove\] of the tool \[Business -> Currencies\] is not granted to you/,
    );
  });

  it("grants of a person and of their groups add up, and a change holds at the next call [reg-02, reg-03]", async () => {
    await grant("olha", `${CURRENCY}.CmdList`);
    await grant("group:sellers", `${CURRENCY}.CmdPos`);
    expect((await mayAndAlso())[0]).toEqual(["CmdList", "CmdPos"]);
    await revoke("group:sellers", `${CURRENCY}.CmdPos`);
    expect((await mayAndAlso())[0]).toEqual(["CmdList"]);
    await revoke("olha", `${CURRENCY}.CmdList`);
    expect((await run("CmdList")).data?.message).toMatch(/is not granted to you/);
  });

  it("the holder of PUT_AGENT_OPTION owns every command [reg-04]", async () => {
    await grant("olha", "PUT_AGENT_OPTION");
    expect(await mayAndAlso()).toEqual([["CmdList", "CmdAdd", "CmdUpdate", "CmdRemove", "CmdPos"], []]);
    expect((await run("CmdList")).isError).toBe(false);
  });

  it("a blocked person is let in no more; a served store refuses their token [ses-13]", async () => {
    await people.block(opened.store.folder, "olha");
    expect(await opened.call("session_connect", { topic: "t" })).toEqual({
      isError: true,
      text: expect.stringMatching(/^(ACCESS_DENIED|WRONG_PASSWORD: .*blocked)/),
    });
  });

  async function mayAndAlso(): Promise<unknown[]> {
    const { tools } = await opened.ask<{ tools: { columns: string[]; rows: unknown[][] } }>("tool_list");
    const { columns, rows } = tools;
    const row = rows.find((cells) => cells[columns.indexOf("unit")] === CURRENCY) ?? [];
    return [row[columns.indexOf("may")], row[columns.indexOf("also")]];
  }
});

describe.each(cells)("the registry, $name", (cell) => {
  let opened: OpenedStore;
  let count = 0;
  /** Each test has a tool of its own. */
  let module = "";
  let unit = "";
  beforeAll(async () => {
    opened = await OpenedStore.create(cell);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() => {
    count += 1;
    module = `contract_greet_${count}`;
    unit = module.toUpperCase();
  });

  const add = (words: string, commands: readonly string[]) =>
    opened.store.addTool(module, greeting(words, commands), registry(commands));
  const run = (command: string) => opened.call("tool_run", { unit, command });

  it("a tool that another process adds is there at the next call [reg-01, cli-04, mod-01]", async () => {
    expect((await run("CmdGreet")).text).toMatch(`ACCESS_DENIED: no such tool: ${unit}. tool_list `);
    await add("Добрий день", ["CmdGreet"]);
    expect((await opened.call("tool_list", { unit })).data).toMatchObject({
      path: "Contract -> Greet",
    });
    expect((await run("CmdGreet")).data).toMatchObject({ result: true, message: "Добрий день" });
  });

  it("a change of the entry holds at the next call, and a command keeps its name's spelling [reg-02]", async () => {
    await add("a", ["CmdGreet"]);
    expect((await run("cmdbye")).data?.message).toBe("Unknown command [cmdbye]. The tool has: CmdGreet");
    await add("b", ["CmdGreet", "CmdBye"]);
    expect((await run("cmdbye")).data).toMatchObject({ result: true, message: "b" });
  });

  it("a unit whose file is gone, and one without the function [run-13, run-14]", async () => {
    await add("a", ["CmdGreet", "CmdBye"]);
    const file = join(opened.store.folder, "units", `${module}.ts`);
    expect(existsSync(file)).toBe(true);
    opened.store.write(`units/${module}.ts`, greeting("a", ["CmdGreet"]));
    expect(await run("CmdBye")).toEqual({
      isError: true,
      text: expect.stringContaining(`Function not found! [${unit}\\CmdBye] `),
    });
    rmSync(file);
    expect(await run("CmdGreet")).toEqual({
      isError: true,
      text: expect.stringMatching(/^Module not found! \[units\/contract_greet/),
    });
  });

  it("a saved change of the module holds at the next call [mod-05]", async () => {
    await add("before", ["CmdGreet"]);
    expect((await run("CmdGreet")).data?.message).toBe("before");
    opened.store.write(`units/${module}.ts`, greeting("after", ["CmdGreet"]));
    expect((await run("CmdGreet")).data?.message).toBe("after");
  });
});

function greeting(words: string, commands: readonly string[]): string {
  return commands
    .map((name) => `export const ${name} = async () => ({ result: true, message: ${JSON.stringify(words)} });`)
    .join("\n");
}

function registry(commands: readonly string[]): object {
  return {
    path: "Contract -> Greet",
    descr: "Greets",
    commands: commands.map((name) => ({ name, descr: "Greets", params: [], files: null })),
  };
}
