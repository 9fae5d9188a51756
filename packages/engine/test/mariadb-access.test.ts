import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addPerson,
  blockPerson,
  createStore,
  type DeviceAccess,
  deviceAccess,
  type Exchanged,
  listTokens,
  openCore,
  openStore,
  readActivity,
  revokeTokens,
  type Store,
  setPassword,
} from "@prilavok/engine";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MariadbScratch } from "./mariadb-scratch.ts";

const PASSWORD = "correct horse";
let home: string;
let scratch: MariadbScratch;
let store: Store;
let door: DeviceAccess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "mariadb-access-"));
  scratch = await MariadbScratch.create("prilavok_access");
  const made = await createStore(join(home, "shop"), { db: scratch.url });
  if ("refusal" in made) throw new Error(made.refusal);
  store = await open();
  await addPerson(store.db, { login: "olga", name: "Ольга" });
});
beforeEach(async () => {
  await scratch.exec("DELETE FROM ms_password_guess");
  await setPassword(store.db, "olga", PASSWORD, "UTC");
  door = deviceAccess(store.db, "UTC", () => undefined);
});
afterAll(async () => {
  await store.db.close();
  await scratch[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

async function open(): Promise<Store> {
  const opened = await openStore(join(home, "shop"), "write");
  if ("refusal" in opened) throw new Error(opened.refusal);
  return opened;
}

const offer = (more = {}) => ({ login: "olga", password: PASSWORD, computer: "каса", address: "192.0.2.7", ...more });

function tokenOf(end: Exchanged): string {
  if (!("token" in end)) throw new Error(end.refusal);
  return end.token;
}

test("a token is given for a password, used, listed, revoked and stopped with its user", async () => {
  const [one, two] = [tokenOf(await door.exchange(offer())), tokenOf(await door.exchange(offer()))];
  expect(await door.identify(one, "")).toEqual({ login: "olga" });
  const [newest] = await listTokens(store.db, "olga");
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(newest).toMatchObject({ login: "olga", computer: "каса", created: time, lastUsed: null, revoked: null });
  expect(await revokeTokens(store.db, { ids: [String(newest?.id)] }, "UTC")).toEqual({ revoked: 1 });
  expect(await door.identify(two, "")).toEqual({ status: 401 });
  await blockPerson(store.db, "olga", true);
  expect(await door.identify(one, "")).toEqual({ status: 401 });
  await blockPerson(store.db, "olga", false);
  expect(await setPassword(store.db, "olga", "another horse", "UTC")).toEqual({ revoked: 1 });
  expect(await door.identify(one, "")).toEqual({ status: 401 });
});

test("guesses of several processes at once are counted one by one", async () => {
  const ends = await Promise.all(
    Array.from({ length: 12 }, async (_, time) => {
      const opened = await open();
      const end = await deviceAccess(opened.db, "UTC", () => undefined).exchange(offer({ password: `wrong ${time}` }));
      await opened.db.close();
      return "status" in end ? end.status : 200;
    }),
  );
  const looked = ends.filter((status) => status === 401).length;
  expect(looked).toBeGreaterThanOrEqual(6);
  expect(ends.filter((status) => status === 429)).toHaveLength(12 - looked);
  const counts = await scratch.exec("SELECT failures FROM ms_password_guess WHERE subject LIKE 'login %'");
  expect(counts).toEqual([{ failures: looked }]);
});

test("every call is a row of the activity log, and no reading step shows it", async () => {
  const query = { since: "2000-01-01 00:00:00", limit: 10 };
  expect(await readActivity(store, query)).toEqual([]);
  const core = await openCore(join(home, "shop"), (line) => process.stderr.write(`${line}\n`));
  if ("refusal" in core) throw new Error(core.refusal);
  const steps = [{ do: "select", sql: "SELECT * FROM {DBNICK}_agent_activity" }];
  const call = { command: "engine_db_select", args: { pool: steps }, app: "codex", topic: "t" };
  let answer = "";
  for await (const part of core.call(call, "admin", AbortSignal.timeout(20_000))) answer = JSON.stringify(part);
  expect(answer).toContain("is not for the agent");
  await core.close();
  expect(await readActivity(store, query)).toMatchObject([
    { login: "admin", tool: "engine_db_select", result: "refused", fields: "select", rows: 0 },
  ]);
});
