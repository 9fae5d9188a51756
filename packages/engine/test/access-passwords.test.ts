import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  addPerson,
  blockPerson,
  createStore,
  type DeviceAccess,
  deviceAccess,
  type Exchanged,
  listTokens,
  openStore,
  revokeTokens,
  type Store,
  setPassword,
} from "@prilavok/engine";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const PASSWORD = "correct horse";
let home: string;
let store: Store;
let door: DeviceAccess;
const logged: string[] = [];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "access-passwords-"));
  await createStore(join(home, "shop"));
  store = await open();
  await addPerson(store.db, { login: "olga", name: "Ольга" });
  await setPassword(store.db, "olga", PASSWORD, "UTC");
  door = deviceAccess(store.db, "UTC", (line) => logged.push(line));
});
afterEach(async () => {
  await store.db.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(): Promise<Store> {
  const opened = await openStore(join(home, "shop"), "write");
  if ("refusal" in opened) throw new Error(opened.refusal);
  return opened;
}

const offer = (more: Partial<Parameters<DeviceAccess["exchange"]>[0]> = {}) => ({
  login: "olga",
  password: PASSWORD,
  computer: "till-1",
  address: "192.0.2.7",
  ...more,
});

function tokenOf(end: Exchanged): string {
  if (!("token" in end)) throw new Error(end.refusal);
  return end.token;
}

async function guess(times: number, more: Parameters<typeof offer>[0] = {}): Promise<unknown[]> {
  const ends: unknown[] = [];
  for (let time = 0; time < times; time += 1) {
    const end = await door.exchange(offer({ password: `wrong ${time}`, ...more }));
    ends.push("status" in end ? end.status : end);
  }
  return ends;
}

describe("device tokens", () => {
  test("a password is exchanged for a token that names its person, and only hashes are kept [acc-05]", async () => {
    const end = await door.exchange(offer());
    expect(end).toEqual({ token: expect.stringMatching(/^prilavok_[\w-]{43}$/), login: "olga", name: "Ольга" });
    const token = tokenOf(end);
    expect(await door.identify(token, "192.0.2.7")).toEqual({ login: "olga" });
    await store.db.close();
    const bytes = readFileSync(join(home, "shop/store.sqlite")).toString("latin1");
    for (const secret of [token, token.slice(9), PASSWORD]) expect(bytes).not.toContain(secret);
    expect(bytes).toContain("$argon2id$v=19$m=47104,t=1,p=1$");
    store = await open();
  });

  test("a token is listed with its computer and times, never itself [acc-06]", async () => {
    const token = tokenOf(await door.exchange(offer({ computer: "каса 1" })));
    await door.identify(token, "192.0.2.7");
    const [listed] = await listTokens(store.db, "olga");
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(listed).toEqual({ id: 1, login: "olga", computer: "каса 1", created: time, lastUsed: time, revoked: null });
  });

  test("a revoked token, one of a blocked user and a made-up one are refused from the next call on [acc-06]", async () => {
    const [one, two] = [tokenOf(await door.exchange(offer())), tokenOf(await door.exchange(offer()))];
    expect(await revokeTokens(store.db, { ids: ["1"] }, "UTC")).toEqual({ revoked: 1 });
    expect(await door.identify(one, "")).toEqual({ status: 401 });
    expect(await door.identify(two, "")).toEqual({ login: "olga" });
    await blockPerson(store.db, "olga", true);
    expect(await door.identify(two, "")).toEqual({ status: 401 });
    await blockPerson(store.db, "olga", false);
    expect(await door.identify(two, "")).toEqual({ login: "olga" });
    expect(await door.leave(two)).toBe(true);
    expect(await door.leave(two)).toBe(false);
    for (const token of [two, "", "prilavok_x", "' OR 1=1 --"]) {
      expect(await door.identify(token, "")).toEqual({ status: 401 });
    }
  });

  test("a number that is no token's revokes nothing", async () => {
    const token = tokenOf(await door.exchange(offer()));
    expect(await revokeTokens(store.db, { ids: ["1", "77"] }, "UTC")).toHaveProperty(
      "refusal",
      expect.stringContaining("77"),
    );
    expect(await door.identify(token, "")).toEqual({ login: "olga" });
    expect(await revokeTokens(store.db, { login: "admin" }, "UTC")).toHaveProperty("refusal");
  });

  test("a new password stops the tokens that came of the earlier one", async () => {
    const token = tokenOf(await door.exchange(offer()));
    expect(await setPassword(store.db, "olga", "another horse", "UTC")).toEqual({ revoked: 1 });
    expect(await door.identify(token, "")).toEqual({ status: 401 });
    expect(await guess(1, { password: PASSWORD })).toEqual([401]);
    expect(await door.exchange(offer({ password: "another horse" }))).toHaveProperty("token");
  });
});

describe("passwords", () => {
  test("an unknown login, a blocked user, one without a password and a wrong password get one answer [acc-08, cli-17]", async () => {
    await addPerson(store.db, { login: "ivan", name: "Ivan" });
    const wrong = await door.exchange(offer({ password: "wrong horse" }));
    await blockPerson(store.db, "olga", true);
    for (const other of [{}, { login: "nobody" }, { login: "ivan" }, { login: "admin", password: "x" }]) {
      expect(await door.exchange(offer(other))).toEqual(wrong);
    }
    expect(wrong).toEqual({ status: 401, refusal: expect.stringMatching(/^WRONG_PASSWORD/) });
  });

  test("an unknown login takes as long as a known one", async () => {
    const time = async (login: string, address: string) => {
      const startedAt = performance.now();
      await door.exchange(offer({ login, password: "wrong horse", address }));
      return performance.now() - startedAt;
    };
    await time("warm", "192.0.2.1");
    const known = await time("olga", "192.0.2.2");
    const unknown = await time("nobody", "192.0.2.3");
    expect(unknown).toBeGreaterThan(known / 4);
  });

  test("letters typed in their several forms are one password", async () => {
    await setPassword(store.db, "olga", "caf\u00e9 caf\u00e9", "UTC");
    expect(await door.exchange(offer({ password: "cafe\u0301 cafe\u0301" }))).toHaveProperty("token");
  });

  test("a short password, a huge one and an unknown login are refused in words", async () => {
    expect(await setPassword(store.db, "olga", "short", "UTC")).toHaveProperty(
      "refusal",
      expect.stringContaining("8 characters"),
    );
    expect(await setPassword(store.db, "olga", "x".repeat(1025), "UTC")).toHaveProperty("refusal");
    expect(await setPassword(store.db, "nobody", PASSWORD, "UTC")).toHaveProperty("refusal");
    for (const more of [{ login: "" }, { computer: "" }, { password: "x".repeat(2000) }, { login: "a\0b" }]) {
      expect(await door.exchange(offer(more))).toHaveProperty("status", 400);
    }
  });
});

describe("guesses", () => {
  test("wrong passwords for one login are slowed down, from whatever address, and the right one waits too [acc-07]", async () => {
    for (let time = 0; time < 6; time += 1) await guess(1, { address: `192.0.2.${time}` });
    const slowed = await door.exchange(offer({ address: "198.51.100.9" }));
    expect(slowed).toEqual({ status: 429, refusal: expect.stringContaining("1 s"), retryAfterSeconds: 1 });
    expect(await door.exchange(offer({ login: "OLGA" }))).toHaveProperty("status", 429);
    expect(await door.exchange(offer({ login: "admin" }))).toHaveProperty("status", 401);
  });

  test("wrong passwords from one address are slowed down, whatever login they name, and one network is one address", async () => {
    for (let time = 0; time < 21; time += 1) await guess(1, { login: `user${time}`, address: `2001:db8::${time}` });
    expect(await door.exchange(offer({ address: "2001:db8:0:0:ffff::1" }))).toHaveProperty("status", 429);
    expect(await door.exchange(offer({ address: "2001:db8:0:1::1" }))).toHaveProperty("token");
  });

  test("the wait doubles, is known to every process, and ends [acc-07]", async () => {
    await guess(6);
    const wait = async () =>
      Number((await store.db.all<{ ms: number }>("SELECT MAX(until_ms) AS ms FROM {DBNICK}_password_guess"))[0]?.ms) -
      Date.now();
    expect(await wait()).toBeLessThanOrEqual(1000);
    const other = await open();
    const elsewhere = deviceAccess(other.db, "UTC", () => undefined);
    expect(await elsewhere.exchange(offer())).toHaveProperty("status", 429);
    await pause(Math.max(0, await wait()) + 5);
    expect(await elsewhere.exchange(offer({ password: "wrong" }))).toHaveProperty("status", 401);
    expect(await wait()).toBeGreaterThan(1000);
    await other.db.close();
  });

  test("guesses made at once are counted one by one", async () => {
    const ends = await Promise.all(
      Array.from({ length: 12 }, async (_, time) => {
        const opened = await open();
        const end = await deviceAccess(opened.db, "UTC", () => undefined).exchange(
          offer({ password: `wrong ${time}` }),
        );
        await opened.db.close();
        return "status" in end ? end.status : 200;
      }),
    );
    const looked = ends.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(6);
    expect(ends.filter((status) => status === 429)).toHaveLength(12 - looked);
    const counts = await store.db.all("SELECT failures FROM {DBNICK}_password_guess WHERE subject LIKE 'login %'");
    expect(counts).toEqual([{ failures: looked }]);
  });

  test("the right password clears the login's count and leaves the address what others cost it", async () => {
    await guess(5);
    await guess(2, { login: "nobody" });
    expect(await door.exchange(offer())).toHaveProperty("token");
    const counts = await store.db.all("SELECT subject, failures FROM {DBNICK}_password_guess ORDER BY subject");
    expect(counts).toEqual([
      { subject: "address 192.0.2.7", failures: 7 },
      { subject: expect.stringMatching(/^login [0-9a-f]{64}$/), failures: 2 },
    ]);
  });
});
