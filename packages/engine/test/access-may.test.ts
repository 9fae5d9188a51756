import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addGroup,
  addPerson,
  changeGrants,
  createStore,
  type OpenCore,
  openCore,
  openStore,
  putTool,
  type Store,
} from "@prilavok/engine";
import type { Envelope } from "@prilavok/protocol";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

const COMMANDS = ["CmdList", "CmdAdd", "CmdRemove"];
const UNITS = ["GOODS", "PRICES"];
const GROUPS = ["sellers", "buyers"];
const HOLDERS = ["olga", ...GROUPS.map((skey) => `group:${skey}`)];
const GRANTABLE = [
  "AGENT_TOOL_RUN",
  "PUT_AGENT_OPTION",
  ...UNITS.flatMap((unit) => COMMANDS.map((command) => `${unit}.${command}`)),
];

let home: string;
let store: Store;
let core: OpenCore;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "access-may-"));
  await createStore(home);
  const opened = await openStore(home, "write");
  if ("refusal" in opened) throw new Error(opened.refusal);
  store = opened;
  // A field that is missing stops a command that is let through before its module is looked for.
  const fields = [{ name: "id", type: "int", required: true, default: "", descr: "" }];
  for (const unit of UNITS) {
    const commands = COMMANDS.map((name) => ({ name, descr: "", fields, files: null }));
    await putTool(store.db, unit, { path: unit, descr: "", commands });
  }
  for (const skey of GROUPS) await addGroup(store.db, skey, skey);
  await addPerson(store.db, { login: "olga", name: "Olga", group: GROUPS[0], additionalGroup: GROUPS[1] });
  await changeGrants(store.db, "grant", "olga", ["AGENT_TOOL_LIST"]);
  const working = await openCore(home, () => undefined);
  if ("refusal" in working) throw new Error(working.refusal);
  core = working;
});
afterAll(async () => {
  await core.close();
  await store.db.close();
  rmSync(home, { recursive: true, force: true });
});

async function call(command: string, args: Record<string, unknown>): Promise<Envelope> {
  const { signal } = new AbortController();
  for await (const part of core.call({ command, args, app: "test", topic: "may" }, "olga", signal)) {
    if (part.kind === "envelope") return part.envelope;
  }
  throw new Error("no envelope");
}

async function isLetThrough(unit: string, command: string): Promise<boolean> {
  const end = await call("tool_run", { unit, command, params: {} });
  return end.ok && String(end.data["message"]).startsWith(`The command [${command}] needs [id]`);
}

/** The commands that tool_list shows as `may`, in the list of all and in each tool's own. */
async function listed(): Promise<{ all: string[]; each: string[] }> {
  const whole = await call("tool_list", {});
  if (!whole.ok) throw new Error(whole.error);
  const { rows } = whole.data["tools"] as { rows: [string, string, string, string[], string[]][] };
  const all = rows.flatMap(([unit, , , may, also]) => {
    expect([...may, ...also].sort()).toEqual([...COMMANDS].sort());
    return may.map((command) => `${unit}.${command}`);
  });
  const each: string[] = [];
  for (const unit of UNITS) {
    const one = await call("tool_list", { unit });
    const commands = (one.ok ? one.data["commands"] : []) as { name: string; may: boolean }[];
    each.push(...commands.filter(({ may }) => may).map(({ name }) => `${unit}.${name}`));
  }
  return { all, each };
}

const change = fc.record({
  change: fc.constantFrom("grant" as const, "revoke" as const),
  holder: fc.constantFrom(...HOLDERS),
  names: fc.uniqueArray(fc.constantFrom(...GRANTABLE), { minLength: 1, maxLength: 5 }),
});

test("what tool_list shows as may is exactly what tool_run lets through, after whatever was granted and taken back [acc-04]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const { change, holder, names } of changes) await changeGrants(store.db, change, holder, names);
      const shown = await listed();
      const passed: string[] = [];
      for (const unit of UNITS) {
        for (const command of COMMANDS) if (await isLetThrough(unit, command)) passed.push(`${unit}.${command}`);
      }
      expect(shown.all.sort()).toEqual(passed.sort());
      expect(shown.each.sort()).toEqual(passed);
    }),
    { numRuns: 60 },
  );
});
