import type { Answer } from "./answer.ts";
import type { CommandContext } from "./command-context.ts";

/** A command of a module: receives the person and the checked fields, returns the answer. */
export type Command<Params> = (context: CommandContext<Params>) => Answer | Promise<Answer>;

/**
 * Names the types of a command: `export const CmdAdd = command<AddParams>(async ({ params }) => …)`. Returns
 * the function as it is; a module may as well export a plain function and import nothing.
 */
export function command<Params = Record<string, unknown>>(run: Command<Params>): Command<Params> {
  return run;
}
