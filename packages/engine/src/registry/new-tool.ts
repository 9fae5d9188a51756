import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { registryRefusals } from "@prilavok/protocol";
import type { ToolDraft } from "./tool-draft.ts";
import { toolTypes, typesNamespace } from "./tool-types.ts";
import { unitOfModule } from "./unit-of-module.ts";

/**
 * Writes the beginning of a tool into `unitsDir`: the module, its registry file, the types of its fields and a test.
 * Answers the names of the files; where one of them stands already, nothing is written.
 */
export async function newTool(
  unitsDir: string,
  name: string,
): Promise<{ readonly files: readonly string[] } | { readonly refusal: string }> {
  const unit = unitOfModule(`${name}.ts`);
  if (unit === undefined) return { refusal: registryRefusals.notAUnit(`${name}.ts`) };

  const texts: Readonly<Record<string, string>> = {
    [`${name}.ts`]: moduleText(name, unit),
    [`${name}.tool.json`]: `${JSON.stringify(registryFile(name), null, 2)}\n`,
    [`${name}.d.ts`]: toolTypes(unit, draft.commands),
    [`${name}.test.ts`]: testText(name),
  };
  const files = Object.keys(texts);
  const standing = await Promise.all(files.map((file) => stands(join(unitsDir, file))));
  const first = files.find((_, at) => standing[at]);
  if (first !== undefined) return { refusal: registryRefusals.fileStands(first) };

  await mkdir(unitsDir, { recursive: true });
  for (const [file, text] of Object.entries(texts)) await writeFile(join(unitsDir, file), text, { flag: "wx" });
  return { files };
}

async function stands(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

const greeting = { name: "name", type: "str", required: false, descr: "Whom to greet; the person at work without it" };

const draft: Pick<ToolDraft, "commands"> = {
  commands: [{ name: "CmdHello", descr: "", fields: [{ ...greeting, default: null }], files: null }],
};

function registryFile(name: string) {
  const title = name.replaceAll(/[_-]+/g, " ").trim();
  return {
    path: `My tools -> ${title === "" ? name : title}`,
    descr: "What this tool is for, when an agent should take it and what it does not do.",
    commands: [
      {
        name: "CmdHello",
        descr: "Answers with a greeting. Writes nothing.",
        params: [greeting],
        files: null,
      },
    ],
  };
}

function moduleText(name: string, unit: string): string {
  return `/// <reference path="./${name}.d.ts" />
import type { CommandContext } from "@prilavok/sdk";

type Hello = Pick<CommandContext<${typesNamespace(unit)}.CmdHello>, "user" | "params">;

export const CmdHello = async ({ user, params }: Hello) => ({
  result: true,
  message: \`Hello, \${params.name ?? user.name}\`,
  detail: { login: user.login },
});
`;
}

function testText(name: string): string {
  return `// Run it with: prilavok tool test ${name}
import assert from "node:assert/strict";
import { test } from "node:test";
import { CmdHello } from "./${name}.ts";

const user = { id: 1, login: "admin", name: "Admin" };

test("CmdHello greets the one who is named", async () => {
  const answer = await CmdHello({ user, params: { name: "Olena" } });
  assert.deepEqual(answer, { result: true, message: "Hello, Olena", detail: { login: "admin" } });
});

test("CmdHello greets the person at work when nobody is named", async () => {
  const answer = await CmdHello({ user, params: {} });
  assert.equal(answer.message, "Hello, Admin");
});
`;
}
