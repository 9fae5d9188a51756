import { afterAll, beforeAll, expect } from "vitest";
import { type Answered, DemoStore } from "./demo-store.ts";

const TABLES = ["store", "topic_store", "store_info", "info_value", "store_param", "generator", "change_mark"];
export type Row = Record<string, string | number | null>;

/** The demo shop that the tests of a file share. */
export let store: DemoStore;

/** Opens the shop for the tests of a file. */
export function useShop(): void {
  beforeAll(async () => {
    store = await DemoStore.create({ demo: true });
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
  });
}

export function importGoods(params: Readonly<Record<string, unknown>>, login = "admin"): Promise<Answered> {
  return store.call({ unit: "MELBIS_AGENT_IMPORT_GOODS", command: "CmdAdd", params, login });
}

export async function added(params: Readonly<Record<string, unknown>>): Promise<Row[]> {
  const answer = await importGoods(params);
  expect(answer.message).toMatch(/added/);
  const ids = (answer.tables.goods ?? []).map((row) => row.id).join(", ");
  return await store.db.all<Row>(`SELECT * FROM {DBNICK}_store WHERE id IN (${ids}) ORDER BY id`);
}

async function counts(): Promise<unknown> {
  return await Promise.all(
    TABLES.map((table) => store.db.all(`SELECT COUNT(*) AS rows_there, '${table}' AS name FROM {DBNICK}_${table}`)),
  );
}

async function generators(): Promise<unknown> {
  return await store.db.all("SELECT * FROM {DBNICK}_generator ORDER BY table_name");
}

/** The problems of a refused import, which has left the store as it was. */
export async function problems(params: Readonly<Record<string, unknown>>, login = "admin"): Promise<string[]> {
  const before = [await counts(), await generators()];
  const answer = await importGoods(params, login);
  expect(answer.result).toBe(false);
  expect([await counts(), await generators()]).toEqual(before);
  return answer.message.split("\n").slice(1);
}

export const one = (more: object = {}) => ({ ref: "a", name: "Чайник", ...more });
