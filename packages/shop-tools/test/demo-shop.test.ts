import { SCHEMA } from "@prilavok/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DemoStore } from "./demo-store.ts";

let store: DemoStore;

beforeAll(async () => {
  store = await DemoStore.create({ demo: true });
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

async function count(sql: string): Promise<number> {
  const [row] = await store.db.all<{ found: number }>(`SELECT COUNT(*) AS found ${sql}`);
  return Number(row?.found);
}

describe("fillDemoShop", () => {
  it("fills a shop one can look around in", async () => {
    expect(await count("FROM {DBNICK}_store")).toBe(42);
    expect(await count("FROM {DBNICK}_topic")).toBe(15);
    expect(await count("FROM {DBNICK}_user WHERE login <> 'admin'")).toBe(3);
    expect(await count("FROM {DBNICK}_user_group")).toBe(2);
    expect(await count("FROM {DBNICK}_user_task")).toBe(7);
    expect(await count("FROM {DBNICK}_orders")).toBe(12);
    expect(await count("FROM {DBNICK}_currency WHERE multiplex = 1 AND skey = 'USD'")).toBe(1);
  });

  it("gives every good a section, a brand, a supplier, attributes and prices in a currency", async () => {
    expect(
      await count(
        "FROM {DBNICK}_store s WHERE NOT EXISTS (SELECT 1 FROM {DBNICK}_topic_store t WHERE t.store_id = s.id)",
      ),
    ).toBe(0);
    expect(
      await count(
        "FROM {DBNICK}_store s WHERE NOT EXISTS (SELECT 1 FROM {DBNICK}_store_info i WHERE i.store_id = s.id)",
      ),
    ).toBe(0);
    expect(await count("FROM {DBNICK}_store WHERE price <= pprice AND price_curr_id = pprice_curr_id")).toBe(0);
  });

  it("lets nothing point at a row that is not there", async () => {
    const links = [
      ["topic_store.topic_id", "topic"],
      ["topic_store.store_id", "store"],
      ["store.brand_id", "brand"],
      ["store.provider_id", "provider"],
      ["store.price_curr_id", "currency"],
      ["store.pprice_curr_id", "currency"],
      ["store_info.info_id", "info"],
      ["store_info.value_id", "info_value"],
      ["info_value.info_id", "info"],
      ["store_param.value_id", "param_value"],
      ["param_value.param_id", "param"],
      ["param_value.sum_curr_id", "currency"],
      ["provider.group_id", "provider_group"],
      ["currency.provider_id", "provider"],
      ["orders.version_id", "orders_version"],
      ["orders_version.client_id", "client"],
      ["orders_version.user_id", "user"],
      ["orders_store.store_id", "store"],
      ["client.group_id", "client_group"],
      ["user.group_id", "user_group"],
      ["user.add_group_id", "user_group"],
      ["user_task.user_id", "user"],
      ["user_task.exec_id", "user"],
      ["user_task_note.task_id", "user_task"],
      ["oper_right.oper_id", "oper"],
      ["agent_tool_right.command_id", "agent_tool_command"],
    ] as const;
    const lost = await Promise.all(
      links.map(async ([link, main]) => {
        const [table, column] = link.split(".");
        const found = await count(
          `FROM {DBNICK}_${table} WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM {DBNICK}_${main})`,
        );
        return found === 0 ? [] : [link];
      }),
    );
    expect(lost.flat()).toEqual([]);
  });

  it("writes words of the registry of settings into its key columns", async () => {
    const words = [
      ["store.status_key", "STORE_STATUS"],
      ["store.kind_key", "STORE_KIND"],
      ["store.state_key", "STORE_STATE"],
      ["topic.kind_key", "TOPIC_KIND"],
      ["info.kind_key", "INFO_KIND"],
      ["provider.state_key", "PROVIDER_STATE"],
      ["user_task.state_key", "USER_TASK_STATE"],
      ["user_task.kind_key", "USER_TASK_KIND"],
    ] as const;
    for (const [link, code] of words) {
      const [table, column] = link.split(".");
      const known = `SELECT key_name FROM {DBNICK}_key_value WHERE key_code = '${code}'`;
      expect([link, await count(`FROM {DBNICK}_${table} WHERE ${column} NOT IN (${known})`)]).toEqual([link, 0]);
    }
  });

  it("moves every generator past the ids", async () => {
    for (const { name } of SCHEMA.filter((table) => table.generator)) {
      const [row] = await store.db.all<{ last: number | null; next: number }>(
        `SELECT (SELECT MAX(id) FROM {DBNICK}_${name}) AS last, gen_value AS next
         FROM {DBNICK}_generator WHERE table_name = ?`,
        [name],
      );
      expect([name, Number(row?.next) >= Number(row?.last ?? 0)]).toEqual([name, true]);
    }
  });

  it("keeps the columns of its trees right", async () => {
    for (const table of ["topic", "info", "key", "agent_tool"]) {
      const rows = await store.db.all<{ id: number; tindex: number; tlevel: number; absindex: number }>(
        `SELECT id, tindex, tlevel, absindex FROM {DBNICK}_${table} ORDER BY absindex`,
      );
      const above = [0];
      for (const [at, row] of rows.entries()) {
        expect(row).toMatchObject({ absindex: at + 1, tindex: above[row.tlevel] });
        above.splice(row.tlevel + 1, above.length, row.id);
      }
    }
  });

  it("names things in three languages, with letters beyond them kept", async () => {
    const names = await store.db.all<{ name: string }>(
      "SELECT name FROM {DBNICK}_store UNION SELECT name FROM {DBNICK}_topic UNION SELECT name FROM {DBNICK}_provider",
    );
    const text = names.map((row) => row.name).join("\n");
    for (const word of ["Игровые ноутбуки", "Навушники", "Accessories", "Чохол", "Wisła"]) expect(text).toContain(word);
  });

  it("is the same every time", async () => {
    const again = await DemoStore.create({ demo: true });
    for (const { name } of SCHEMA.filter((table) => table.name !== "store_meta")) {
      const all = `SELECT * FROM "{DBNICK}_${name}"`;
      expect([name, await again.db.all(all)]).toEqual([name, await store.db.all(all)]);
    }
    await again[Symbol.asyncDispose]();
  });
});
