import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { jsonSettings } from "./json-settings.ts";
import type { SettingsFormat, SettingsPath } from "./settings-format.ts";
import { tomlSettings } from "./toml-settings.ts";
import { yamlSettings } from "./yaml-settings.ts";

/** How this program is started as an MCP server: absolute paths, as hosts start it from anywhere and with little environment. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent application and its settings of MCP servers. */
export interface HostApplication {
  readonly title: string;
  readonly format: SettingsFormat;
  /** The user's settings file. */
  userFile(): string;
  /** The settings file inside a project's folder; undefined where the application has none. */
  readonly projectFile?: string;
  /** Where the servers stand in the settings. */
  place(settings: Readonly<Record<string, unknown>>): SettingsPath;
  entry(start: ServerStart, name: string): Readonly<Record<string, unknown>>;
  /** What a person has to do for the application to see it. */
  readonly next: string;
}

const home = (...parts: string[]) => join(homedir(), ...parts);
const configHome = (...parts: string[]) => join(process.env["XDG_CONFIG_HOME"] || home(".config"), ...parts);
const appData = (...parts: string[]) => join(process.env["APPDATA"] || home("AppData", "Roaming"), ...parts);

/** Where a desktop application of Electron keeps its settings. */
function desktopFolder(...parts: string[]): string {
  if (process.platform === "win32") return appData(...parts);
  if (process.platform === "darwin") return home("Library", "Application Support", ...parts);
  return configHome(...parts);
}

const withEnv = (env: Readonly<Record<string, string>>) => (Object.keys(env).length === 0 ? {} : { env });
const plainEntry = ({ command, args, env }: ServerStart) => ({ command, args, ...withEnv(env) });
const stdioEntry = (start: ServerStart) => ({ type: "stdio", ...plainEntry(start) });
const RESTART = "Restart it.";

/** By the word of the command line. Sources: the applications' own documentation, as `docs/reference/hosts.md` lists it. */
export const hostApplications: Readonly<Record<string, HostApplication>> = {
  "claude-code": {
    title: "Claude Code",
    format: jsonSettings,
    userFile: () => home(".claude.json"),
    projectFile: ".mcp.json",
    place: () => ["mcpServers"],
    entry: stdioEntry,
    next: "Start it anew, and look with /mcp.",
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: jsonSettings,
    userFile: () => desktopFolder("Claude", "claude_desktop_config.json"),
    place: () => ["mcpServers"],
    entry: plainEntry,
    next: RESTART,
  },
  codex: {
    title: "Codex",
    format: tomlSettings,
    userFile: () => join(process.env["CODEX_HOME"] || home(".codex"), "config.toml"),
    projectFile: ".codex/config.toml",
    place: () => ["mcp_servers"],
    entry: (start) => ({ ...plainEntry(start), startup_timeout_sec: 30, tool_timeout_sec: 300 }),
    next: "Start it anew, and look with /mcp.",
  },
  cursor: {
    title: "Cursor",
    format: jsonSettings,
    userFile: () => home(".cursor", "mcp.json"),
    projectFile: ".cursor/mcp.json",
    place: () => ["mcpServers"],
    entry: stdioEntry,
    next: RESTART,
  },
  vscode: {
    title: "VS Code",
    format: jsonSettings,
    userFile: () => desktopFolder("Code", "User", "mcp.json"),
    projectFile: ".vscode/mcp.json",
    place: () => ["servers"],
    entry: stdioEntry,
    next: "Start the server with the command MCP: List Servers.",
  },
  goose: {
    title: "Goose",
    format: yamlSettings,
    userFile: () =>
      process.platform === "win32"
        ? appData("Block", "goose", "config", "config.yaml")
        : configHome("goose", "config.yaml"),
    place: () => ["extensions"],
    entry: ({ command, args, env }, name) => ({
      type: "stdio",
      name,
      enabled: true,
      cmd: command,
      args,
      envs: env,
      timeout: 300,
    }),
    next: "Start a new session.",
  },
  opencode: {
    title: "opencode",
    format: jsonSettings,
    userFile: () => {
      const withComments = configHome("opencode", "opencode.jsonc");
      return existsSync(withComments) ? withComments : configHome("opencode", "opencode.json");
    },
    projectFile: "opencode.json",
    // Its second version keeps the servers a key deeper.
    place: ({ mcp }) => (isObject(mcp) && isObject(mcp["servers"]) ? ["mcp", "servers"] : ["mcp"]),
    entry: ({ command, args, env }) => ({
      type: "local",
      command: [command, ...args],
      ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    }),
    next: "Start it anew.",
  },
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
