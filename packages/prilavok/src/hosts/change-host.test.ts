import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { addToHost, removeFromHost } from "./change-host.ts";
import { type HostApplication, hostApplications } from "./host-applications.ts";

const START = { command: "/opt/node", args: ["/opt/prilavok.js", "mcp", "--store", "/shop/Мой магазин"], env: {} };
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "prilavok-hosts-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The application with its user's file in a folder of the test. */
function at(word: string): HostApplication & { readonly file: string } {
  const app = hostApplications[word];
  if (app === undefined) throw new Error(word);
  const file = join(home, "deep", "settings");
  return { ...app, userFile: () => file, file };
}

function write(app: { readonly file: string }, text: string): void {
  mkdirSync(join(home, "deep"), { recursive: true });
  writeFileSync(app.file, text);
}

const read = (app: { readonly file: string }) => readFileSync(app.file, "utf8");
const add = (app: HostApplication, start = START) => addToHost(app, undefined, "prilavok", start);
const remove = (app: HostApplication) => removeFromHost(app, undefined, { program: "/opt/prilavok.js" });

describe("a new file", () => {
  test.each([
    ["claude-code", { mcpServers: { prilavok: { type: "stdio", command: "/opt/node", args: START.args } } }],
    ["claude-desktop", { mcpServers: { prilavok: { command: "/opt/node", args: START.args } } }],
    ["cursor", { mcpServers: { prilavok: { type: "stdio", command: "/opt/node", args: START.args } } }],
    ["vscode", { servers: { prilavok: { type: "stdio", command: "/opt/node", args: START.args } } }],
    ["opencode", { mcp: { prilavok: { type: "local", command: ["/opt/node", ...START.args] } } }],
  ])("%s gets what its documentation shows, and loses it again", async (word, settings) => {
    const app = at(word);
    expect(await add(app)).toMatchObject({ change: "added", names: ["prilavok"] });
    expect(JSON.parse(read(app))).toEqual(settings);
    expect(await add(app)).toMatchObject({ change: "unchanged" });
    expect(await remove(app)).toMatchObject({ change: "removed", names: ["prilavok"] });
    expect(read(app)).not.toContain("prilavok");
    expect(await remove(app)).toHaveProperty("refusal");
  });

  test("Codex gets a section of TOML", async () => {
    const app = at("codex");
    await add(app, { ...START, env: { PRILAVOK_CONFIG_DIR: "/c" } });
    expect(parseToml(read(app))).toEqual({
      mcp_servers: {
        prilavok: {
          command: "/opt/node",
          args: START.args,
          env: { PRILAVOK_CONFIG_DIR: "/c" },
          startup_timeout_sec: 30,
          tool_timeout_sec: 300,
        },
      },
    });
    await remove(app);
    expect(read(app)).toBe("");
  });

  test("Goose gets an extension of YAML", async () => {
    const app = at("goose");
    await add(app);
    expect(parseYaml(read(app))).toEqual({
      extensions: {
        prilavok: {
          type: "stdio",
          name: "prilavok",
          enabled: true,
          cmd: "/opt/node",
          args: START.args,
          envs: {},
          timeout: 300,
        },
      },
    });
  });
});

describe("a file that is there", () => {
  const JSONC = `// my servers
{
\t"theme": "dark", // keep
\t"mcpServers": {
\t\t/* the other one */
\t\t"other": { "command": "x", "args": [] },
\t},
}
`;

  test("of JSON keeps comments, order and indentation, and is the same again after a removal [cli-14]", async () => {
    const app = at("cursor");
    write(app, JSONC);
    await add(app);
    const text = read(app);
    for (const kept of ["// my servers\n", '\t"theme": "dark", // keep\n', "\t\t/* the other one */\n"])
      expect(text).toContain(kept);
    expect(text).toContain('\t\t"prilavok": {\n\t\t\t"type": "stdio",');
    await remove(app);
    expect(read(app).replace(/\s|,(?=[\s\n]*})/g, "")).toBe(JSONC.replace(/\s|,(?=[\s\n]*})/g, ""));
  });

  test("keeps what a person added to our server, and gets a new start", async () => {
    const app = at("claude-code");
    write(
      app,
      JSON.stringify({ mcpServers: { prilavok: { command: "old", args: [], env: { MY: "1" }, disabled: true } } }),
    );
    expect(await add(app)).toMatchObject({ change: "updated" });
    expect(JSON.parse(read(app)).mcpServers.prilavok).toEqual({
      type: "stdio",
      command: "/opt/node",
      args: START.args,
      env: { MY: "1" },
      disabled: true,
    });
  });

  test("of opencode's second version gets the server a key deeper", async () => {
    const app = at("opencode");
    write(app, '{ "mcp": { "servers": {} } }');
    await add(app);
    expect(JSON.parse(read(app)).mcp.servers.prilavok.type).toBe("local");
  });

  const TOML = `# Codex of mine
model = "o" # the model

[mcp_servers.other]   # stays
command = "x"
text = """
[mcp_servers.prilavok]
"""

# profiles below
[profiles.a]
approval = "never"
`;

  test("of TOML keeps every other line, wherever our section stands", async () => {
    const app = at("codex");
    write(app, TOML);
    // Our header stands inside a text there: what cannot be told apart by lines is refused, and nothing is lost.
    expect(await add(app)).toEqual({ refusal: expect.stringContaining("by hand") });
    expect(read(app)).toBe(TOML);
    const plain = TOML.replace("[mcp_servers.prilavok]\n", "");
    write(app, plain);
    await add(app);
    expect(read(app).startsWith(plain)).toBe(true);
    await remove(app);
    expect(read(app).trimEnd()).toBe(plain.trimEnd());
  });

  test("of TOML has our section replaced in its place, comments in it kept", async () => {
    const app = at("codex");
    const before =
      '[mcp_servers."prilavok"]\n# why\ncommand = "old"\n\n[mcp_servers.prilavok.env]\nMY = "1"\n\n# next\n[[list]]\na = 1\n';
    write(app, before);
    expect(await add(app)).toMatchObject({ change: "updated" });
    const text = read(app);
    expect(text.startsWith('[mcp_servers.prilavok]\n# why\ncommand = "/opt/node"')).toBe(true);
    expect(text.endsWith("\n\n# next\n[[list]]\na = 1\n")).toBe(true);
    expect(parseToml(text)).toMatchObject({
      mcp_servers: { prilavok: { env: { MY: "1" }, args: START.args } },
      list: [{ a: 1 }],
    });
  });

  test("of TOML that spells its servers inline is left as it is", async () => {
    const app = at("codex");
    const inline = 'mcp_servers = { other = { command = "x" } }\n';
    write(app, inline);
    expect(await add(app)).toEqual({ refusal: expect.stringContaining("by hand") });
    expect(read(app)).toBe(inline);
  });

  test("of YAML keeps comments and the other extensions [cli-14]", async () => {
    const app = at("goose");
    const before =
      "# goose\nGOOSE_MODEL: x # mine\nextensions:\n  # builtin\n  developer:\n    enabled: true\n    name: 'developer'\n";
    write(app, before);
    await add(app);
    expect(read(app).startsWith(before)).toBe(true);
    await remove(app);
    expect(read(app)).toBe(before);
    write(app, "extensions:\nother: 1\n");
    await add(app);
    expect(parseYaml(read(app))).toMatchObject({ other: 1, extensions: { prilavok: { type: "stdio" } } });
  });

  test("with Windows line ends and a mark of the byte order keeps both", async () => {
    for (const [word, text] of [
      ["cursor", '{\r\n  "a": 1\r\n}\r\n'],
      ["codex", "a = 1\r\n"],
      ["goose", "a: 1\r\n"],
    ] as const) {
      const app = at(word);
      write(app, `\uFEFF${text}`);
      await add(app);
      expect(read(app).startsWith("\uFEFF")).toBe(true);
      expect(read(app)).not.toMatch(/[^\r]\n/);
    }
  });

  test("that is broken, or holds something else where servers belong, is refused and left as it is", async () => {
    for (const [word, text] of [
      ["cursor", '{ "mcpServers": '],
      ["cursor", '{ "mcpServers": [1] }'],
      ["cursor", '{ "mcpServers": { "prilavok": 5 } }'],
      ["codex", "a = "],
      ["goose", "a: [1"],
      ["goose", "extensions: yes\n"],
    ] as const) {
      const app = at(word);
      write(app, text);
      expect(await add(app)).toHaveProperty("refusal");
      expect(read(app)).toBe(text);
    }
  });

  test("behind a link stays behind it, with its mode", async () => {
    const app = at("claude-code");
    mkdirSync(join(home, "deep"));
    writeFileSync(join(home, "dotfile"), "{}", { mode: 0o600 });
    symlinkSync(join(home, "dotfile"), app.file);
    await add(app);
    expect(readFileSync(join(home, "dotfile"), "utf8")).toContain("prilavok");
    expect(statSync(join(home, "dotfile")).mode & 0o777).toBe(0o600);
  });
});

test("another program's servers are not taken out", async () => {
  const app = at("cursor");
  write(
    app,
    '{"mcpServers":{"prilavok":{"command":"npx","args":["something","mcp"]},"shop":{"command":"/opt/node","args":["/opt/prilavok.js","mcp"]}}}',
  );
  expect(await remove(app)).toMatchObject({ names: ["shop"] });
  expect(JSON.parse(read(app)).mcpServers).toHaveProperty("prilavok");
});
