import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addGroup,
  addPerson,
  blockPerson,
  changeGrants,
  createStore,
  explainGrants,
  listGroups,
  listPeople,
  openStore,
  putTool,
  type Store,
} from "@prilavok/engine";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRightPaths, readRights } from "../src/access/read-rights.ts";
import { VERSIONED_TABLES } from "../src/store/schema.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-access-"));
  await createStore(folder);
  const opened = await openStore(folder, "write");
  if ("refusal" in opened) throw new Error(opened.refusal);
  store = opened;
  const command = (name: string) => ({ name, descr: "", fields: [], files: null });
  await putTool(store.db, "RATES", { path: "Rates", descr: "", commands: [command("CmdList"), command("CmdAdd")] });
  await addGroup(store.db, "managers", "Managers");
  await addGroup(store.db, "writers", "Writers");
});
afterEach(async () => {
  await store.db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function add(login: string, groups: { group?: string; additionalGroup?: string } = {}): Promise<number> {
  const added = await addPerson(store.db, { login, name: login, ...groups });
  if ("refusal" in added) throw new Error(added.refusal);
  return added.id;
}

async function grants(login: string): Promise<unknown> {
  const end = await explainGrants(store.db, login);
  if ("refusal" in end) return end.refusal;
  return {
    rights: end.rights.map(({ right, why }) => `${right}: ${why.join(", ")}`),
    commands: end.commands.map(({ unit, command, why }) => `${unit}.${command}: ${why.join(", ")}`),
  };
}

test("the owner of a new store holds every right and owns every command [cli-17]", async () => {
  const paths = await readRightPaths(store.db);
  expect(await readRights(store.db, 1)).toEqual([...paths.keys()]);
  expect(paths.size).toBe(20);
  expect(paths.get("AGENT_ENGINE_FILES_ADD")).toBe("Direct access → Store files → Add");
  expect(await grants("admin")).toMatchObject({ commands: ["RATES.CmdList: owner", "RATES.CmdAdd: owner"] });
});

test("rights and commands add up from a person's own, the group's and the additional group's", async () => {
  const id = await add("olga", { group: "managers", additionalGroup: "writers" });
  await changeGrants(store.db, "grant", "olga", ["AGENT_TOOL_RUN", "rates.cmdadd"]);
  await changeGrants(store.db, "grant", "group:managers", ["AGENT_TOOL_RUN", "agent_tool_list"]);
  await changeGrants(store.db, "grant", "group:writers", ["AGENT_REPO_READ", "RATES"]);
  expect(await readRights(store.db, id)).toEqual(["AGENT_REPO_READ", "AGENT_TOOL_LIST", "AGENT_TOOL_RUN"]);
  expect(await grants("olga")).toEqual({
    rights: [
      "AGENT_REPO_READ: additional group:writers",
      "AGENT_TOOL_LIST: group:managers",
      "AGENT_TOOL_RUN: own, group:managers",
    ],
    commands: ["RATES.CmdList: additional group:writers", "RATES.CmdAdd: own, additional group:writers"],
  });
});

test("granting again and taking back what is not held change nothing and say so", async () => {
  await add("olga");
  expect(await changeGrants(store.db, "grant", "olga", ["RATES", "RATES.CmdAdd"])).toEqual({
    changed: ["RATES.CmdList", "RATES.CmdAdd"],
    unchanged: [],
  });
  expect(await changeGrants(store.db, "grant", "olga", ["rates.CMDADD"])).toEqual({
    changed: [],
    unchanged: ["RATES.CmdAdd"],
  });
  expect(await changeGrants(store.db, "revoke", "olga", ["RATES.CmdAdd", "AGENT_TOOL_RUN"])).toEqual({
    changed: ["RATES.CmdAdd"],
    unchanged: ["AGENT_TOOL_RUN"],
  });
  expect(await grants("olga")).toEqual({ rights: [], commands: ["RATES.CmdList: own"] });
});

test.each([
  [["AGENT_TOOL_RUN", "NOPE"], "There is no right and no AI tool NOPE."],
  [["AGENT_TOOL_RUN", "RATES.CmdNope"], "The AI tool RATES has no command CmdNope. It has: CmdList, CmdAdd."],
  [["AGENT_TOOL_RUN", ""], "There is no right and no AI tool"],
  [[], "Name at least one"],
])("one unknown name refuses the whole grant: %j", async (names, text) => {
  await add("olga");
  expect(await changeGrants(store.db, "grant", "olga", names)).toHaveProperty("refusal", expect.stringContaining(text));
  expect(await grants("olga")).toEqual({ rights: [], commands: [] });
});

test.each([
  ["nobody", "There is no user nobody."],
  ["group:nobody", "There is no group nobody."],
])("an unknown holder is refused: %s", async (holder, text) => {
  const end = await changeGrants(store.db, "grant", holder, ["AGENT_TOOL_RUN"]);
  expect(end).toHaveProperty("refusal", expect.stringContaining(text));
});

test("a blocked person holds nothing until they are let in again", async () => {
  const id = await add("olga");
  await changeGrants(store.db, "grant", "olga", ["AGENT_TOOL_RUN"]);
  await blockPerson(store.db, "olga", true);
  expect(await readRights(store.db, id)).toEqual([]);
  expect(await listPeople(store.db)).toContainEqual(expect.objectContaining({ login: "olga", blocked: true }));
  await blockPerson(store.db, "olga", false);
  expect(await readRights(store.db, id)).toEqual(["AGENT_TOOL_RUN"]);
});

test("the last one who may change the AI settings stays, whichever way they would go", async () => {
  const refused = { refusal: expect.stringContaining("Nobody would be left") };
  expect(await blockPerson(store.db, "admin", true)).toEqual(refused);
  expect(await changeGrants(store.db, "revoke", "admin", ["PUT_AGENT_OPTION"])).toEqual(refused);
  expect(await readRights(store.db, 1)).toContain("PUT_AGENT_OPTION");

  await add("olga", { group: "managers" });
  await changeGrants(store.db, "grant", "group:managers", ["PUT_AGENT_OPTION"]);
  expect(await changeGrants(store.db, "revoke", "admin", ["PUT_AGENT_OPTION"])).not.toHaveProperty("refusal");
  await changeGrants(store.db, "grant", "admin", ["PUT_AGENT_OPTION"]);
  expect(await blockPerson(store.db, "admin", true)).toBeUndefined();
  expect(await changeGrants(store.db, "revoke", "group:managers", ["PUT_AGENT_OPTION"])).toEqual(refused);
});

test.each([
  [{ login: "ADMIN", name: "x" }, "There is a user ADMIN already."],
  [{ login: "group:x", name: "x" }, "is no login"],
  [{ login: "a b", name: "x" }, "is no login"],
  [{ login: "olga", name: "" }, "is no name"],
  [{ login: "olga", name: "x", group: "nope" }, "There is no group nope."],
])("a person who cannot be added is refused: %j", async (person, text) => {
  expect(await addPerson(store.db, person)).toHaveProperty("refusal", expect.stringContaining(text));
  expect(await listPeople(store.db)).toHaveLength(1);
});

test("groups stand in the order they were added, with the count of their people", async () => {
  await add("olga", { group: "managers" });
  await add("ivan", { group: "writers", additionalGroup: "managers" });
  expect(await addGroup(store.db, "Managers", "x")).toHaveProperty("refusal");
  expect(await addGroup(store.db, "a b", "x")).toHaveProperty("refusal");
  const groups = (await listGroups(store.db)).map(({ skey, people }) => [skey, people]);
  expect(groups).toEqual([
    ["managers", 2],
    ["writers", 1],
  ]);
});

test("every change of a table that the registry stands on raises its version, whoever makes it", () => {
  const other = new Sqlite(join(folder, "store.sqlite"));
  const version = () => Number(other.prepare("SELECT version FROM ms_agent_version").pluck().get());
  try {
    for (const table of VERSIONED_TABLES) {
      for (const change of [
        `INSERT INTO "ms_${table}" (id) VALUES (990), (991)`,
        `UPDATE "ms_${table}" SET id = 992 WHERE id = 990`,
        `DELETE FROM "ms_${table}" WHERE id IN (991, 992)`,
      ]) {
        const before = version();
        other.exec(change);
        expect(version(), change).toBeGreaterThan(before);
      }
    }
  } finally {
    other.close();
  }
});
