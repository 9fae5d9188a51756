import type { Db } from "@prilavok/sdk";
import { Directory } from "../shop/directory.ts";
import type { StreamRow } from "./read-stream.ts";

const IDS_A_STATEMENT = 1000;

/** The ids that rows name in a column, each once. */
export function linkedIds(rows: readonly StreamRow[], column: string): number[] {
  return [...new Set(rows.map(({ values }) => values.get(column)))].filter((id) => typeof id === "number");
}

/** The values that attributes or parameters keep, by the owner's id. */
export async function readLists(
  db: Db,
  table: "info_value" | "param_value",
  owner: "info_id" | "param_id",
  ids: readonly number[],
): Promise<ReadonlyMap<string, Directory>> {
  const lists = new Map(ids.map((id) => [String(id), new Directory(table)]));
  for (let from = 0; from < ids.length; from += IDS_A_STATEMENT) {
    const some = ids.slice(from, from + IDS_A_STATEMENT);
    const rows = db.stream(`SELECT * FROM {DBNICK}_${table} WHERE ${owner} IN (:IDS)`, { IDS: some });
    for await (const row of rows) lists.get(row[owner] ?? "")?.add(row);
  }
  return lists;
}
