import { Command, CommanderError } from "commander";
import { addBackupCommands } from "./commands/backup.ts";
import { addCallsCommand } from "./commands/calls.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addFilesCommand } from "./commands/files.ts";
import { addGrantCommands } from "./commands/grant.ts";
import { addGrantsCommand } from "./commands/grants.ts";
import { addGroupCommand } from "./commands/group.ts";
import { addHelpCommand } from "./commands/help.ts";
import { addHostsCommand } from "./commands/hosts.ts";
import { addInitCommand } from "./commands/init.ts";
import { addLogCommand } from "./commands/log.ts";
import { addLoginCommand } from "./commands/login.ts";
import { addLogoutCommand } from "./commands/logout.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addStoresCommand } from "./commands/stores.ts";
import { addTokenCommand } from "./commands/token.ts";
import { addToolCommand } from "./commands/tool.ts";
import { addUseCommand } from "./commands/use.ts";
import { addUserCommand } from "./commands/user.ts";
import { readVersion } from "./read-version.ts";

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/** Carries one command line out and answers its exit code: 0 done, 1 a refusal in words on standard error, 2 wrong usage. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = await describeProgram();
  try {
    await program.parseAsync(words, { from: "user" });
    return process.exitCode === undefined ? DONE : REFUSED;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    process.stderr.write(`Prilavok broke: ${error instanceof Error ? error.stack : String(error)}\n`);
    return REFUSED;
  }
}

async function describeProgram(): Promise<Command> {
  const program = new Command("prilavok")
    .description("The counter of a shop: an AI agent works under the rights of the person at the keyboard.")
    .version(await readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "explain a command")
    .helpCommand(false)
    // `stores` and `stores forget` both answer as JSON: an option belongs to the word before it.
    .enablePositionalOptions()
    .showHelpAfterError("(`prilavok help <command>` explains a command)")
    .exitOverride();
  program.commandsGroup("Stores:");
  addInitCommand(program);
  addStoresCommand(program);
  addUseCommand(program);
  addMcpCommand(program);
  addHostsCommand(program);
  program.commandsGroup("People:");
  addUserCommand(program);
  addGroupCommand(program);
  addGrantCommands(program);
  addGrantsCommand(program);
  program.commandsGroup("A served store:");
  addServeCommand(program);
  addCallsCommand(program);
  addTokenCommand(program);
  addLoginCommand(program);
  addLogoutCommand(program);
  program.commandsGroup("Looking after a store:");
  addDoctorCommand(program);
  addLogCommand(program);
  addBackupCommands(program);
  addFilesCommand(program);
  program.commandsGroup("AI tools:");
  addToolCommand(program);
  program.commandsGroup("Help:");
  addHelpCommand(program);
  return program;
}
