import type { FreshStore } from "./fresh-store.ts";

/** The unit of the tool that `addEchoTool` adds. */
export const ECHO_UNIT = "CONTRACT_ECHO";

/** Its command for a field type: `int/json` → `CmdIntJson`. */
export function echoCommand(type: string): string {
  return `Cmd${type.replace(/(^|\/)(.)/g, (_, _slash, letter: string) => letter.toUpperCase())}`;
}

/**
 * Adds a tool whose commands tell what their module got: for each type a command with one field `x`, answered in
 * `detail` as `x` with its JavaScript type in `is` (`undefined` where it is not named).
 */
export async function addEchoTool(store: FreshStore, types: readonly string[]): Promise<void> {
  const commands = types.map((type) => ({
    name: echoCommand(type),
    descr: `Echoes a field of the type ${type}`,
    params: [{ name: "x", type, descr: "The value" }],
    files: null,
  }));
  const module = [
    "const echo = async ({ params }) => ({ result: true, message: 'echo', detail: { is: typeof params.x, x: params.x } });",
    ...commands.map(({ name }) => `export const ${name} = echo;`),
  ].join("\n");
  await store.addTool("contract_echo", module, {
    path: "Contract -> Echo",
    descr: "Echoes what its module got",
    commands,
  });
}
