import { hostRefusals, storeRefusals } from "@prilavok/protocol";
import { Argument, type Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";

interface HostOptions {
  readonly store?: string;
  readonly name?: string;
  readonly project?: string;
}

const APPLICATIONS = ["claude-code", "claude-desktop", "codex", "cursor", "vscode", "goose", "opencode"];

/** `hosts add|remove <application>`: the MCP settings of agent applications. */
export function addHostsCommand(program: Command): void {
  const hosts = program.command("hosts").description("the MCP settings of agent applications");
  const add = hosts
    .command("add")
    .description("let an application start this MCP server; what stands in its settings is kept, comments too")
    .addArgument(applicationArgument())
    .option("--store <dir>", "pin the server to one store; the used store without it")
    .option("--name <name>", "the server's name there: letters, digits, _ and -; prilavok without it")
    .option("--project <dir>", "write the settings of a project's folder instead of the user's");
  answering(add, addHost);
  const remove = hosts
    .command("remove")
    .description("take this MCP server out of an application's settings, under whatever names it stands there")
    .addArgument(applicationArgument())
    .option("--name <name>", "only the server of this name")
    .option("--project <dir>", "the settings of a project's folder instead of the user's");
  answering(remove, removeHost);
}

function applicationArgument(): Argument {
  return new Argument("<application>", "the agent application").choices(APPLICATIONS);
}

async function addHost(word: string, { store, name, project }: HostOptions): Promise<CommandAnswer> {
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(name)) return { refusal: hostRefusals.wrongName(name) };
  const { holdsStore, readKnownStores } = await import("../known-stores.ts");
  if (store !== undefined && !holdsStore(store)) return { refusal: hostRefusals.noStore(store) };
  const { addToHost } = await import("../hosts/change-host.ts");
  const { serverStart, standsForOnce } = await import("../hosts/server-start.ts");
  const app = await findApplication(word);
  const start = serverStart(store);
  const end = await addToHost(app, project, name ?? "prilavok", start);
  if ("refusal" in end) return end;
  const [given = ""] = end.names;
  const done =
    end.change === "unchanged"
      ? `${app.title} starts ${given} already: ${end.file} was left as it is.`
      : `${app.title} starts ${given} from now on, by ${end.file}. ${app.next}`;
  const folder = store ?? (await readKnownStores()).used?.folder;
  const { lacksPassword } = await import("../lacks-password.ts");
  const warnings = [
    ...(standsForOnce() ? [hostRefusals.standsForOnce] : []),
    ...(folder !== undefined && (await lacksPassword(folder)) ? [storeRefusals.passwordNotKept(folder)] : []),
  ];
  const warning = warnings.length === 0 ? {} : { warning: warnings.join("\n") };
  return { text: done, json: { application: word, ...end, ...start }, ...warning };
}

async function removeHost(word: string, { name, project }: HostOptions): Promise<CommandAnswer> {
  const { removeFromHost } = await import("../hosts/change-host.ts");
  const { PROGRAM } = await import("../hosts/server-start.ts");
  const app = await findApplication(word);
  const end = await removeFromHost(app, project, name === undefined ? { program: PROGRAM } : { name });
  if ("refusal" in end) return end;
  return {
    text: `${app.title} does not start ${end.names.join(", ")} any more, once it is started anew.`,
    json: { application: word, ...end },
  };
}

async function findApplication(word: string) {
  const { hostApplications } = await import("../hosts/host-applications.ts");
  const app = hostApplications[word];
  if (app === undefined) throw new Error(`the application ${word} has no settings here`);
  return app;
}
