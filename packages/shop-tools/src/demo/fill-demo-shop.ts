import { demoCatalog } from "./demo-catalog.ts";
import { demoGoods } from "./demo-goods.ts";
import { demoOrders } from "./demo-orders.ts";
import { demoPeople } from "./demo-people.ts";
import { demoSettings } from "./demo-settings.ts";
import type { Row, ShopDatabase, Tables, Value } from "./shop-database.ts";

const ROWS_A_STATEMENT = 100;

/**
 * Fills a new store with a small shop: the same rows every time, in one transaction, the generators moved past their ids.
 * Rights, the owner and the shipped AI tools stand in the store already.
 */
export async function fillDemoShop(db: ShopDatabase): Promise<void> {
  await db.transaction(async () => {
    const people = await demoPeople(db);
    const tables: Tables = {
      ...demoSettings(),
      ...demoCatalog(),
      ...demoGoods(),
      ...people.tables,
      ...demoOrders(people.userIds),
    };
    for (const [table, rows] of Object.entries(tables)) {
      await insertRows(db, table, rows);
      await moveGenerator(db, table);
    }
  });
}

async function insertRows(db: ShopDatabase, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const piece = rows.slice(from, from + ROWS_A_STATEMENT);
    const marks = piece.map(() => `(${columns.map(() => "?").join(", ")})`);
    const values = piece.flatMap((row) => columns.map((column): Value => row[column] ?? null));
    await db.run(`INSERT INTO {DBNICK}_${table} (${columns.join(", ")}) VALUES ${marks.join(", ")}`, values);
  }
}

/** Tables whose ids the database issues have no generator, and nothing happens to them. */
async function moveGenerator(db: ShopDatabase, table: string): Promise<void> {
  const [found] = await db.all<{ last: number }>(`SELECT MAX(id) AS last FROM {DBNICK}_${table}`);
  const last = Number(found?.last ?? 0);
  await db.run("UPDATE {DBNICK}_generator SET gen_value = ? WHERE table_name = ? AND gen_value < ?", [
    last,
    table,
    last,
  ]);
}
