import { join, resolve } from "node:path";
import { wallClock } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering } from "../answering.ts";
import { answeringOnStore } from "../answering-on-store.ts";
import { textTable } from "../text-table.ts";

interface RegistryOption {
  readonly registry?: string;
}

/** `tool new|add|check|types|export|list`: the AI tools of a store. */
export function addToolCommand(program: Command): void {
  const tool = program.command("tool").description("the AI tools of a store: modules and their registry");
  addToolNew(tool);
  addToolAdd(tool);
  addToolCheck(tool);
  addToolTypes(tool);
  addToolExport(tool);
  addToolList(tool);
}

function addToolNew(tool: Command): void {
  const command = tool
    .command("new")
    .description("write the beginning of an AI tool into the store's units: module, registry file, types, test")
    .argument("<name>", "the module's name: small Latin letters, digits, _ and -");
  answeringOnStore(command, "read", async ({ folder }, name: string) => {
    const { newTool } = await import("@prilavok/engine");
    const units = join(folder, "units");
    const end = await newTool(units, name);
    if ("refusal" in end) return end;
    const next = `Write the tool, then \`prilavok tool add ${join(units, `${name}.ts`)} --store ${folder}\`.`;
    return { text: `${end.files.join("\n")}\n${next}`, json: { folder: units, files: end.files } };
  });
}

function addToolAdd(tool: Command): void {
  const command = tool
    .command("add")
    .description("put an AI tool into the store, or bring it up to date; grants stay")
    .argument("<module>", "the module; from outside the store's units it is copied into them")
    .option("--registry <file>", "the registry file; <module>.tool.json without it");
  answeringOnStore(command, "write", async (store, module: string, { registry }: RegistryOption) => {
    const { addTool } = await import("../tools/add-tool.ts");
    const end = await addTool(store, resolve(module), registry);
    return "refusal" in end ? end : { text: `The AI tool ${end.unit} is ${end.change}.`, json: end };
  });
}

function addToolCheck(tool: Command): void {
  const command = tool
    .command("check")
    .description("check a module against its registry file; nothing is written")
    .argument("<module>")
    .option("--registry <file>", "the registry file; <module>.tool.json without it");
  answering(command, async (module: string, { registry }: RegistryOption) => {
    const { checkTool } = await import("@prilavok/engine");
    const checked = await checkTool(resolve(module), registry);
    if (!checked.ok) return { refusal: checked.problems.join("\n") };
    const commands = checked.tool.commands.map(({ name }) => name);
    return {
      text: `The AI tool ${checked.unit} is in order: ${commands.join(", ")}.`,
      json: { unit: checked.unit, commands },
    };
  });
}

function addToolTypes(tool: Command): void {
  const command = tool.command("types").description("write <module>.d.ts with the types of the declared fields");
  answeringOnStore(command, "read", async (store) => {
    const { writeToolTypes } = await import("../tools/write-tool-types.ts");
    const end = await writeToolTypes(store);
    const lines = [...end.written, ...end.withoutModule.map((unit) => `${unit} has no module in the store's units`)];
    return { text: lines.length === 0 ? "The store has no AI tools." : lines.join("\n"), json: end };
  });
}

function addToolExport(tool: Command): void {
  const command = tool
    .command("export")
    .description("pack the AI tools (registry and units, no grants) into a .zip for another store")
    .argument("[file]", "the archive; <store>-tools-<date>.zip beside you without it");
  answeringOnStore(command, "read", async ({ db, folder, settings }, named: string | undefined) => {
    const { readRegistry } = await import("@prilavok/engine");
    const { exportTools } = await import("@prilavok/engine/export");
    const { writeWhole } = await import("../write-whole.ts");
    const made = wallClock(new Date(), settings.timezone);
    const { index, zip } = await exportTools(
      await readRegistry(db),
      { folder: resolve(folder), name: settings.name },
      made,
    );
    const name = settings.name.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "_").slice(0, 60);
    const file = resolve(named ?? `${name}-tools-${made.slice(0, 10)}.zip`);
    await writeWhole(file, zip);
    return { text: `The AI tools stand in ${file}.`, json: { file, bytes: zip.length, index } };
  });
}

function addToolList(tool: Command): void {
  const command = tool.command("list").description("list the AI tools with their commands");
  answeringOnStore(command, "read", async ({ db }) => {
    const { readRegistry } = await import("@prilavok/engine");
    const tools = (await readRegistry(db)).tools.map(({ unit, path, commands }) => ({
      unit: unit.toUpperCase(),
      path,
      commands: commands.map(({ name }) => name),
    }));
    const rows = tools.map(({ unit, path, commands }) => [unit, path, commands.join(", ")]);
    const nothing = "The store has no AI tools. Begin one with `prilavok tool new <name>`.";
    return { text: textTable(["UNIT", "PATH", "COMMANDS"], rows, nothing), json: { tools } };
  });
}
