import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { storeRefusals, wallClock } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";
import { answeringOnStore, answerOnStore } from "../answering-on-store.ts";
import { holdsStore } from "../known-stores.ts";
import { textTable } from "../text-table.ts";

interface RegistryOption {
  readonly registry?: string;
}

interface CheckOptions extends RegistryOption {
  readonly store?: string;
}

/** `tool new|test|check|add|remove|types|export|list`: the AI tools of a store. */
export function addToolCommand(program: Command): void {
  const tool = program.command("tool").description("the AI tools of a store: modules and their registry");
  addToolNew(tool);
  addToolTest(tool);
  addToolCheck(tool);
  addToolAdd(tool);
  addToolRemove(tool);
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
    const { writeUnitsTsconfig } = await import("../tools/write-tool-types.ts");
    await writeUnitsTsconfig(units);
    const next = `Write the tool, try it with \`prilavok tool test ${name} --store ${folder}\`, then \`prilavok tool add ${join(units, `${name}.ts`)} --store ${folder}\`.`;
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

function addToolTest(tool: Command): void {
  const command = tool
    .command("test")
    .description("run the test of an AI tool, <name>.test.ts in the store's units, with what Prilavok itself has")
    .argument("<name>", "the module's name");
  answeringOnStore(command, "read", async ({ folder }, name: string, { json }: { readonly json?: boolean }) => {
    const { testTool } = await import("../tools/test-tool.ts");
    const end = await testTool(folder, name, json === true ? "stderr" : "stdout");
    if ("refusal" in end) return end;
    const text = end.passed ? `The test of ${name} passed.` : `The test of ${name} failed.`;
    return { text, json: { name, passed: end.passed }, failed: !end.passed };
  });
}

function addToolCheck(tool: Command): void {
  const command = tool
    .command("check")
    .description("check a module against its registry file, or every AI tool of a store; nothing is written")
    .argument("[module]", "the module; every AI tool of the store without it")
    .option("--registry <file>", "the registry file; <module>.tool.json without it")
    .option("--store <dir>", "check the module as it would stand in this store; without a module the used store");
  answering(command, (module: string | undefined, options: CheckOptions) =>
    module === undefined ? checkStore(options.store) : checkModule(module, options),
  );
}

async function checkModule(module: string, { registry, store }: CheckOptions): Promise<CommandAnswer> {
  const { checkTool } = await import("@prilavok/engine");
  if (store !== undefined && !holdsStore(store)) return { refusal: storeRefusals.noStoreIn(store) };
  const checked = await checkTool(resolve(module), registry, store === undefined ? undefined : resolve(store, "units"));
  if (!checked.ok) return { refusal: checked.problems.join("\n") };
  const commands = checked.tool.commands.map(({ name }) => name);
  return {
    text: `The AI tool ${checked.unit} is in order: ${commands.join(", ")}.`,
    json: { unit: checked.unit, commands },
  };
}

async function checkStore(named: string | undefined): Promise<CommandAnswer> {
  return answerOnStore(named, "read", async (store) => {
    const { checkTools } = await import("../tools/check-tools.ts");
    const { tools, problems } = await checkTools(store);
    if (problems.length > 0) return { refusal: problems.join("\n") };
    return { text: `The store's AI tools are in order: ${tools}.`, json: { tools } };
  });
}

function addToolRemove(tool: Command): void {
  const command = tool
    .command("remove")
    .description("take an AI tool out of the registry, with its grants; its files in the store's units stay")
    .argument("<unit>", "its address, as `tool list` shows it")
    .option("--yes", "also where it is granted to somebody");
  answeringOnStore(command, "write", async ({ db, folder }, unit: string, { yes }: { readonly yes?: boolean }) => {
    const { removeTool, unitOfModule } = await import("@prilavok/engine");
    const end = await removeTool(db, unit, yes === true);
    if ("refusal" in end) return end;
    const units = join(folder, "units");
    const module = (await readdir(units)).find((file) => unitOfModule(file) === end.unit);
    const gone = end.grants.map(({ command: name, holder }) => `${name} of ${holder}`);
    const text = [
      `The AI tool ${end.unit} is out of the registry.`,
      ...(gone.length === 0 ? [] : [`Grants that went with it: ${gone.join(", ")}.`]),
      ...(module === undefined
        ? []
        : [`Its files stay: \`prilavok tool add ${join(units, module)}\` puts it back, without grants.`]),
    ];
    return { text: text.join(" "), json: { ...end, module: module === undefined ? null : join(units, module) } };
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
