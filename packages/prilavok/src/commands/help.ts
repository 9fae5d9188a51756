import type { Command } from "commander";

/** `help [command...]`: explains a command, an inner one too (`help user add`); without one lists them all. */
export function addHelpCommand(program: Command): void {
  program
    .command("help")
    .description("explain a command")
    .argument("[command...]", "its words: grant, user add")
    .action((words: readonly string[]) => {
      let explained = program;
      for (const word of words) {
        const inner = explained.commands.find((command) => command.name() === word);
        if (inner === undefined) program.error(`error: unknown command '${words.join(" ")}'`);
        explained = inner;
      }
      explained.outputHelp();
    });
}
