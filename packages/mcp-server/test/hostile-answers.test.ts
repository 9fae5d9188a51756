import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SessionHolder } from "../src/session/session-holder.ts";
import type { StoreDirectory } from "../src/store/store-carrier.ts";
import { allTools } from "../src/tools/all-tools.ts";
import type { ToolAnswer } from "../src/tools/tool-definition.ts";
import { bodyOf, frames, HostileCore } from "./hostile-core.ts";

type Lines = readonly (string | object)[];

const SESSION = {
  store: { name: "shop", url: "" },
  user: { id: 1, login: "olha", name: "Ольга" },
  groups: [],
  engine: { kind: "sqlite", version: "3", nick: "ms" },
  core: "1",
  timezone: "Europe/Kyiv",
  limits: { files_kb: 100 },
  memory: null,
  tools: null,
  rights: ["AGENT_TOOL_RUN", "AGENT_TOOL_LIST", "AGENT_ENGINE_DB_SELECT", "AGENT_ENGINE_DB_TABLES"],
  right_paths: {},
  rules: {},
};
const envelope = (data: object, more: object = {}) => ({ envelope: { ok: true, ms: 1, ...more, data } });
const POOL = { pool: [{ do: "select", sql: "SELECT 1" }] };
const COMMAND = { unit: "X", command: "CmdList" };

/** The tools of an MCP server whose Core answers session_connect with `session`, anything else with `lines`. */
async function withCore<Result>(
  { lines = [], session = SESSION }: { lines?: Lines; session?: object },
  use: (call: (tool: string, args: object) => Promise<ToolAnswer>, folder: string) => Promise<Result>,
): Promise<Result> {
  await using core = await HostileCore.start(async (request, response) => {
    const { command } = JSON.parse((await bodyOf(request)).toString("utf8"));
    frames(response, ...(command === "session_connect" ? [envelope(session)] : lines)).end();
  });
  const folder = mkdtempSync(join(tmpdir(), "prilavok-hostile-"));
  const store = { name: "shop", folder: join(folder, "store") };
  const directory: StoreDirectory = {
    pinned: true,
    list: async () => [store],
    chosen: async () => store,
    fence: async () => ({ read: undefined, write: undefined, closed: [] }),
    open: async () => ({ carrier: core.carrier }),
  };
  const holder = new SessionHolder(directory, undefined);
  const call = async (name: string, args: object): Promise<ToolAnswer> => {
    const tool = allTools(holder, "1").find((each) => each.name === name);
    if (tool === undefined) throw new Error(name);
    const { signal } = new AbortController();
    return tool.run({ ...args }, { signal, clientName: "test", progress: () => undefined });
  };
  try {
    return await use(call, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every file under a folder. */
function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe("a session that a hostile Core opens", () => {
  it.each([
    [{}],
    [{ ...SESSION, rights: "all" }],
    [{ ...SESSION, rights: [5] }],
    [{ ...SESSION, timezone: "Nowhere/Never" }],
    [{ ...SESSION, rules: { "a.md": 5 } }],
    [{ ...SESSION, right_paths: null }],
    [{ ...SESSION, limits: {} }],
    [{ ...SESSION, store: { name: 1, url: "" } }],
    [{ ...SESSION, user: null }],
  ])("is refused in words: %j", async (session) => {
    await withCore({ session }, async (call) => {
      const answer = await call("session_connect", { topic: "t" });
      expect(answer).toEqual({
        refused: true,
        text: expect.stringMatching(/^STORE_UNREACHABLE: what the store answered/),
      });
    });
  });
});

describe("rows of a hostile Core", () => {
  const cases: [string, string, object, Lines][] = [
    [
      "a section of no table",
      "tool_run",
      COMMAND,
      [{ open: "steps.1" }, { close: "steps.1", rows: 0 }, envelope({ result: true })],
    ],
    [
      "a path for a table",
      "tool_run",
      COMMAND,
      [{ open: "tables.../../x" }, { close: "tables.../../x", rows: 0 }, envelope({ result: true })],
    ],
    [
      "a table twice",
      "tool_run",
      COMMAND,
      [{ open: "tables.a" }, { close: "tables.a", rows: 0 }, { open: "tables.a" }],
    ],
    ["a table in a table", "tool_run", COMMAND, [{ open: "tables.a" }, { open: "tables.b" }]],
    [
      "a wrong count",
      "tool_run",
      COMMAND,
      [{ open: "tables.a" }, "{}\n", { close: "tables.a", rows: 2 }, envelope({ result: true })],
    ],
    ["the close of another table", "tool_run", COMMAND, [{ open: "tables.a" }, { close: "tables.b", rows: 0 }]],
    ["rows outside a table", "tool_run", COMMAND, ["{}\n", envelope({ result: true })]],
    ["an open table at the end", "tool_run", COMMAND, [{ open: "tables.a" }, "{}\n", envelope({ result: true })]],
    ["no envelope", "tool_run", COMMAND, [{ open: "tables.a" }, "{}\n", { close: "tables.a", rows: 1 }]],
    [
      "a step nobody asked for",
      "engine_db_select",
      POOL,
      [{ open: "steps.2" }, { close: "steps.2", rows: 0 }, envelope({ ok: true, steps: [] })],
    ],
    [
      "a step under another spelling",
      "engine_db_select",
      POOL,
      [{ open: "steps.01" }, envelope({ ok: true, steps: [] })],
    ],
    [
      "a step that is not answered",
      "engine_db_select",
      POOL,
      [{ open: "steps.1" }, "{}\n", { close: "steps.1", rows: 1 }, envelope({ ok: true, steps: [] })],
    ],
    [
      "rows that are no JSON",
      "engine_db_select",
      POOL,
      [
        { open: "steps.1" },
        '{"a":1}],"evil":[{\n',
        { close: "steps.1", rows: 1 },
        envelope({ ok: true, steps: [{ num: 1 }] }),
      ],
    ],
    ["steps that are no list", "engine_db_select", POOL, [envelope({ ok: true, steps: "many" })]],
    ["steps without numbers", "engine_db_select", POOL, [envelope({ ok: true, steps: [null, { num: "1" }] })]],
    ["no steps", "engine_db_select", POOL, [envelope({})]],
  ];
  it.each(cases)(
    "with %s are a broken answer, and no file is left [wir-06, wir-10]",
    async (_what, tool, args, lines) => {
      await withCore({ lines }, async (call, folder) => {
        await call("session_connect", { topic: "t" });
        expect(await call(tool, args)).toEqual({
          refused: true,
          text: expect.stringMatching(
            tool === "engine_db_select"
              ? /^The store's answer broke off after \d+ rows, .* The pool only read: repeat it\.$/
              : /^The store's answer broke off after \d+ rows, .* may have been carried out: look before you repeat it\.$/,
          ),
        });
        expect(filesUnder(folder)).toEqual([]);
      });
    },
  );

  it("before a refusal leave no file", async () => {
    const lines = [
      { open: "tables.a" },
      "{}\n",
      { close: "tables.a", rows: 1 },
      { envelope: { ok: false, ms: 1, error: "no" } },
    ];
    await withCore({ lines }, async (call, folder) => {
      await call("session_connect", { topic: "t" });
      expect(await call("tool_run", COMMAND)).toEqual({ refused: true, text: "no" });
      expect(filesUnder(folder)).toEqual([]);
    });
  });

  it("never leave the conversation folder, whatever names come with them", async () => {
    const names = { unit: "../../../evil", command: "/etc/passwd\0" };
    const lines = [
      { open: "tables.__proto__" },
      "{}\n",
      { close: "tables.__proto__", rows: 1 },
      envelope({ result: true }, names),
    ];
    await withCore({ lines }, async (call, folder) => {
      await call("session_connect", { topic: "t" });
      const { data } = await call("tool_run", COMMAND);
      expect(Object.keys(data?.["tables"] ?? {})).toEqual(["__proto__"]);
      expect(readdirSync(folder)).toEqual(["store"]);
      expect(filesUnder(folder)).toEqual(["_________evil._etc_passwd_.__proto__.jsonl"]);
      expect(readdirSync(join(folder, "store", "mcp", "test", "t", "tables"))).toHaveLength(1);
    });
  });

  it.each([
    ["tool_list", {}, envelope({ tools: { rows: "none" }, note: 5 })],
    ["engine_db_tables", {}, envelope({ tables: null })],
    ["tool_run", COMMAND, envelope({ result: "yes", message: { a: 1 }, detail: 5, files: "x", tables: 7 })],
  ])("%s takes odd data as it is", async (tool, args, line) => {
    await withCore({ lines: [line] }, async (call) => {
      await call("session_connect", { topic: "t" });
      expect(await call(tool, args)).toHaveProperty("data");
    });
  });
});
