import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkTool } from "../src/registry/check-tool.ts";
import { newTool } from "../src/registry/new-tool.ts";
import { readModuleExports } from "../src/registry/read-module-exports.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prilavok-check-tool-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): string {
  writeFileSync(join(folder, file), text);
  return join(folder, file);
}

const registry = { path: "A -> B", descr: "", commands: [{ name: "CmdX", descr: "" }] };

describe("readModuleExports", () => {
  it("reads the names of a module's own exports and of those it passes on, without running it", async () => {
    mkdirSync(join(folder, "shop"));
    write("shop/more.ts", "export const CmdMore = () => 1; export interface NotThis { a: string }");
    const path = write(
      "unit.ts",
      `import { command } from "@prilavok/sdk";
       import sharp from "sharp";
       export * from "./shop/more.ts";
       export type Row = { id: string };
       export async function CmdA(): Promise<number> { return sharp; }
       const inner = command(async () => ({ result: true }));
       export { inner as CmdB };
       process.exit(3);`,
    );
    expect(await readModuleExports(path)).toEqual({ names: ["CmdA", "CmdB", "CmdMore"] });
  });

  it("says the first error of a broken module with its line and without a path", async () => {
    const path = write("unit.ts", "export const CmdA = 1;\nexport const = 2;\n");
    expect(await readModuleExports(path)).toEqual({
      refusal: 'The module cannot be read: unit.ts line 2: Expected identifier but found "="',
    });
    const lost = write("lost.ts", 'import "./nowhere.ts";');
    expect(await readModuleExports(lost)).toEqual({
      refusal: 'The module cannot be read: lost.ts line 1: Could not resolve "./nowhere.ts"',
    });
  });
});

describe("checkTool", () => {
  it("takes the registry file beside the module", async () => {
    const path = write("my_tool.ts", "export const CmdX = () => ({ result: true });");
    write("my_tool.tool.json", `\uFEFF${JSON.stringify(registry)}`);
    expect(await checkTool(path)).toMatchObject({ ok: true, unit: "MY_TOOL", tool: { path: "A -> B" } });
  });

  it("takes another registry file when one is named", async () => {
    const path = write("my_tool.mjs", "export const CmdX = () => ({ result: true });");
    const other = write("other.json", JSON.stringify(registry));
    expect(await checkTool(path, other)).toMatchObject({ ok: true, unit: "MY_TOOL" });
  });

  it("says what is missing, broken or does not agree", async () => {
    const path = write("my_tool.ts", "export const CmdY = () => ({ result: true });");
    expect(await checkTool(path)).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^No such file: my_tool\.tool\.json\. .*`prilavok tool new <name>`/)],
    });
    write("my_tool.tool.json", '{"path": "A",');
    expect(await checkTool(path)).toMatchObject({ problems: [expect.stringContaining("is not whole JSON")] });
    write("my_tool.tool.json", JSON.stringify(registry));
    expect(await checkTool(path)).toMatchObject({
      problems: [
        expect.stringContaining("The command [CmdX] has no function"),
        expect.stringContaining("The module exports [CmdY]"),
      ],
    });
    expect(await checkTool(join(folder, "nowhere.ts"))).toMatchObject({
      problems: [expect.stringContaining("No such file: nowhere.ts.")],
    });
  });

  it.each(["My_Tool.ts", "my tool.ts", "tool.php", "a.b.ts", "ключ.ts"])("refuses the module name %s", async (file) => {
    expect(await checkTool(write(file, ""))).toMatchObject({
      problems: [expect.stringContaining("is no name of a module")],
    });
  });
});

describe("newTool", () => {
  it("writes a tool that its own check takes and its own test passes", async () => {
    const made = await newTool(join(folder, "units"), "price_check");
    expect(made).toEqual({
      files: ["price_check.ts", "price_check.tool.json", "price_check.d.ts", "price_check.test.ts"],
    });
    const units = join(folder, "units");
    expect(await checkTool(join(units, "price_check.ts"))).toMatchObject({
      ok: true,
      unit: "PRICE_CHECK",
      tool: { path: "My tools -> price check" },
    });
    const outfile = join(units, "price_check.test.mjs");
    await build({
      entryPoints: [join(units, "price_check.test.ts")],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
    });
    const { stdout } = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap", outfile]);
    expect(stdout).toContain("# pass 2");
  });

  it("writes types that TypeScript finds from the module", async () => {
    await newTool(folder, "price_check");
    const paths = { "@prilavok/sdk": [join(import.meta.dirname, "../../sdk/src/index.ts")] };
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2023",
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
      types: ["node"],
      typeRoots: [join(import.meta.dirname, "../../../node_modules/@types")],
      paths,
    };
    write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const tsc = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
    await promisify(execFile)(process.execPath, [tsc, "-p", folder]);

    const module = join(folder, "price_check.ts");
    writeFileSync(module, readFileSync(module, "utf8").replace("params.name", "params.nme"));
    const failed = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
    expect(failed).toContain("Property 'nme' does not exist");
  });

  it("writes nothing where one of the files stands", async () => {
    write("price_check.d.ts", "mine");
    expect(await newTool(folder, "price_check")).toEqual({
      refusal: "price_check.d.ts is there already, and nothing was written: name another tool",
    });
    expect(readdirSync(folder)).toEqual(["price_check.d.ts"]);
  });

  it.each(["Price", "../price", "a b", ""])("refuses the name %j", async (name) => {
    expect(await newTool(folder, name)).toMatchObject({ refusal: expect.stringContaining("is no name of a module") });
    expect(readdirSync(folder)).toEqual([]);
  });
});
