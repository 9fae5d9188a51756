import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putTool } from "../src/registry/put-tool.ts";
import { readRegistry } from "../src/registry/read-registry.ts";
import type { ToolDraft } from "../src/registry/tool-draft.ts";
import type { Database } from "../src/sql/database.ts";
import { openSqliteDatabase } from "../src/sql/sqlite-database.ts";
import { createSchema } from "../src/store/create-schema.ts";

let folder: string;
let db: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "prilavok-registry-"));
  db = openSqliteDatabase(join(folder, "store.sqlite"), { nick: "ms", mode: "create" });
  await db.transaction(() => createSchema(db));
});

afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const name = { name: "name", type: "str", required: true, default: null, descr: "The name" };
const rate = { name: "multiplex", type: "float", required: false, default: "1", descr: "The rate" };

function draft(path: string, commands: ToolDraft["commands"] = []): ToolDraft {
  return { path, descr: `What ${path} does`, commands };
}

function command(title: string, fields: ToolDraft["commands"][number]["fields"] = []) {
  return { name: title, descr: `Runs ${title}`, fields, files: null };
}

async function tree(): Promise<unknown[]> {
  return await db.all("SELECT name, unit, folder, tindex, tlevel, absindex FROM ms_agent_tool ORDER BY absindex");
}

async function grant(unit: string, title: string): Promise<void> {
  const [row] = await db.all<{ id: number }>(
    `SELECT c.id FROM ms_agent_tool_command c JOIN ms_agent_tool t ON t.id = c.tool_id WHERE t.unit = ? AND c.name = ?`,
    [unit, title],
  );
  await db.run("INSERT INTO ms_agent_tool_right (id, command_id, user_id) VALUES (?, ?, 7)", [
    row?.id ?? 0,
    row?.id ?? 0,
  ]);
}

async function grants(): Promise<unknown[]> {
  return await db.all(
    `SELECT c.name FROM ms_agent_tool_right r JOIN ms_agent_tool_command c ON c.id = r.command_id WHERE r.user_id = 7`,
  );
}

describe("putTool", () => {
  it("puts a tool that the registry then reads as it was described", async () => {
    const take = { ...command("CmdTake"), files: { required: true, descr: "Photos" } };
    expect(await putTool(db, "MY_TOOL", draft("Business -> Currencies", [command("CmdAdd", [name, rate]), take]))).toBe(
      "added",
    );
    const tool = (await readRegistry(db)).find("my_tool");
    expect(tool).toMatchObject({
      unit: "MY_TOOL",
      path: "Business -> Currencies",
      descr: "What Business -> Currencies does",
    });
    expect(tool?.commands).toMatchObject([
      { name: "CmdAdd", descr: "Runs CmdAdd", fields: [name, rate], files: null },
      { name: "CmdTake", fields: [], files: { required: true, descr: "Photos" } },
    ]);
  });

  it("keeps the tree's columns right for the whole table", async () => {
    await putTool(db, "A", draft("Products -> Import -> Files"));
    await putTool(db, "B", draft("Business -> Currencies"));
    await putTool(db, "C", draft("Products -> Import -> Goods"));
    await putTool(db, "D", draft("Products -> Brands"));
    await putTool(db, "E", draft("Alone"));
    expect(await tree()).toEqual([
      { name: "Products", unit: "", folder: 1, tindex: 0, tlevel: 0, absindex: 1 },
      { name: "Import", unit: "", folder: 1, tindex: 1, tlevel: 1, absindex: 2 },
      { name: "Files", unit: "A", folder: 0, tindex: 2, tlevel: 2, absindex: 3 },
      { name: "Goods", unit: "C", folder: 0, tindex: 2, tlevel: 2, absindex: 4 },
      { name: "Brands", unit: "D", folder: 0, tindex: 1, tlevel: 1, absindex: 5 },
      { name: "Business", unit: "", folder: 1, tindex: 0, tlevel: 0, absindex: 6 },
      { name: "Currencies", unit: "B", folder: 0, tindex: 6 - 2, tlevel: 1, absindex: 7 },
      { name: "Alone", unit: "E", folder: 0, tindex: 0, tlevel: 0, absindex: 8 },
    ]);
    expect((await readRegistry(db)).tools.map((tool) => tool.path)).toEqual([
      "Products -> Import -> Files",
      "Products -> Import -> Goods",
      "Products -> Brands",
      "Business -> Currencies",
      "Alone",
    ]);
  });

  it("mends a tree whose columns somebody's hand has left wrong", async () => {
    await putTool(db, "A", draft("One -> Two"));
    await db.run("UPDATE ms_agent_tool SET tlevel = 9, absindex = 9");
    await putTool(db, "B", draft("Three"));
    expect(await tree()).toMatchObject([
      { name: "One", tlevel: 0, absindex: 1 },
      { name: "Two", tlevel: 1, absindex: 2 },
      { name: "Three", tlevel: 0, absindex: 3 },
    ]);
  });

  it("brings a tool up to date and keeps ids and grants [cli-04]", async () => {
    await putTool(db, "MY_TOOL", draft("Old -> Place", [command("CmdAdd", [name]), command("CmdList")]));
    await grant("MY_TOOL", "CmdAdd");
    const before = (await readRegistry(db)).find("MY_TOOL");
    const changed = [command("CmdList"), command("cmdADD", [rate, { ...name, required: false }])];
    expect(await putTool(db, "my_tool", draft("New -> Home", changed))).toBe("updated");
    const after = (await readRegistry(db)).find("MY_TOOL");
    expect(after?.path).toBe("New -> Home");
    expect(after?.commands.map(({ id, name: title }) => [id, title])).toEqual([
      [before?.commands[1]?.id, "CmdList"],
      [before?.commands[0]?.id, "cmdADD"],
    ]);
    expect(after?.commands[1]?.fields).toEqual([rate, { ...name, required: false }]);
    expect(await grants()).toEqual([{ name: "cmdADD" }]);
    expect(await db.all("SELECT id FROM ms_agent_tool WHERE unit <> ''")).toHaveLength(1);
  });

  it("takes removed commands and fields out, with their grants", async () => {
    await putTool(db, "MY_TOOL", draft("A", [command("CmdAdd", [name, rate]), command("CmdDrop", [name])]));
    await putTool(db, "OTHER", draft("B", [command("CmdDrop", [name])]));
    await grant("MY_TOOL", "CmdDrop");
    await grant("OTHER", "CmdDrop");
    await putTool(db, "MY_TOOL", draft("A", [command("CmdAdd", [rate])]));
    expect(await db.all("SELECT name FROM ms_agent_tool_command ORDER BY id")).toEqual([
      { name: "CmdAdd" },
      { name: "CmdDrop" },
    ]);
    expect(await db.all("SELECT name FROM ms_agent_tool_param ORDER BY id")).toEqual([
      { name: "multiplex" },
      { name: "name" },
    ]);
    expect(await grants()).toHaveLength(1);
  });

  it("changes nothing the second time", async () => {
    const tool = draft("A -> B", [command("CmdAdd", [name, rate]), command("CmdList")]);
    const snapshot = async () =>
      await Promise.all(
        ["agent_tool", "agent_tool_command", "agent_tool_param", "generator"].map((table) =>
          db.all(`SELECT * FROM ms_${table}`),
        ),
      );
    await putTool(db, "MY_TOOL", tool);
    const before = await snapshot();
    await putTool(db, "MY_TOOL", tool);
    expect(await snapshot()).toEqual(before);
  });

  it("leaves the registry as it was when the work breaks half-way", async () => {
    await db.run(
      "CREATE TRIGGER no_params BEFORE INSERT ON ms_agent_tool_param BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    await expect(putTool(db, "MY_TOOL", draft("A -> B", [command("CmdAdd", [name])]))).rejects.toThrow("full");
    expect(await tree()).toEqual([]);
    expect(await db.all("SELECT gen_value FROM ms_generator WHERE table_name = 'agent_tool'")).toEqual([
      { gen_value: 0 },
    ]);
  });

  it("raises the version that tells every process to read the registry anew", async () => {
    const version = async () => await db.all("SELECT version FROM ms_agent_version");
    const before = await version();
    await putTool(db, "MY_TOOL", draft("A"));
    expect(await version()).not.toEqual(before);
  });
});
