import type { Db } from "@prilavok/sdk";
import { sectionsOf } from "./check-goods.ts";
import type { CheckedImport } from "./check-import.ts";

/** The last places in the lists that an import adds to, by the id of the section or the attribute. */
export interface LastPlaces {
  readonly sections: ReadonlyMap<number, number>;
  readonly values: ReadonlyMap<number, number>;
}

export async function readLastPlaces(db: Db, { goods, newValues }: CheckedImport): Promise<LastPlaces> {
  const sections = goods.flatMap(({ values }) => sectionsOf(values));
  return {
    sections: await lastOf(db, "topic_store", "topic_id", sections),
    values: await lastOf(
      db,
      "info_value",
      "info_id",
      newValues.map(({ infoId }) => infoId),
    ),
  };
}

async function lastOf(db: Db, table: string, owner: string, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(
    `SELECT ${owner} AS owner, MAX(pos) AS last FROM {DBNICK}_${table} WHERE ${owner} IN (:IDS) GROUP BY ${owner}`,
    { IDS: [...new Set(ids)] },
  );
  return new Map(rows.map(({ owner: id, last }) => [Number(id), Number(last)]));
}
