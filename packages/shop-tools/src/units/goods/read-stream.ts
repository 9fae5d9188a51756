import { isUnfit, readText } from "../shop/read-value.ts";
import { type Columns, GOODS_COLUMNS, INFO_COLUMNS, PARAM_COLUMNS } from "./columns.ts";
import type { Problems } from "./problems.ts";
import { readColumn, type Value } from "./read-column.ts";
import type { ShopRows } from "./shop-rows.ts";

/** A row with its values by column: one that nobody named is not there, one that was wrong is undefined. */
export interface StreamRow {
  /** The caller's key; empty where the row has none. */
  readonly ref: string;
  /** Its place from 1. */
  readonly num: number;
  readonly values: RowValues;
}

export type RowValues = ReadonlyMap<string, Value | undefined>;

export interface Stream {
  readonly name: string;
  readonly columns: Columns;
  /** How the fields with the defaults of its rows begin. */
  readonly prefix: string;
  /** Columns that say one thing in several ways: a row that names one takes no default of another. */
  readonly ways: readonly string[];
}

export const GOODS: Stream = { name: "goods", columns: GOODS_COLUMNS, prefix: "store_", ways: [] };
export const INFO: Stream = {
  name: "info",
  columns: INFO_COLUMNS,
  prefix: "info_",
  ways: ["value_id", "value_dec", "value_txt"],
};
export const PARAM: Stream = {
  name: "param",
  columns: PARAM_COLUMNS,
  prefix: "param_",
  ways: ["value_id", "value_name"],
};

type Given = Readonly<Record<string, unknown>>;

/** Reads the rows of a stream with the defaults that `fields` hold for them; what is wrong goes to `problems`. */
export function readStream(
  { name, columns, prefix, ways }: Stream,
  rows: readonly Given[],
  fields: Given,
  shop: ShopRows,
  problems: Problems,
): StreamRow[] {
  const defaults = readDefaults(columns, prefix, fields, shop, problems);
  const defaultsBesideWay = new Map([...defaults].filter(([column]) => !ways.includes(column)));
  const known = new Map(Object.entries(columns));
  const unknown = new Set<string>();

  const read = rows.map((row, at): StreamRow => {
    const ref = isNamed(row.ref) ? readText("ref", row.ref) : "";
    const place = { stream: name, ref: isUnfit(ref) ? "" : ref, row: at + 1 };
    if (isUnfit(ref)) problems.add({ ...place, problem: ref.problem });
    else if (ref === "") problems.add({ ...place, problem: "It has no ref, the key of yours that ties the streams" });

    const saysWay = ways.some((way) => isNamed(row[way]));
    const values = new Map(saysWay ? defaultsBesideWay : defaults);
    for (const field of Object.keys(row)) {
      const given = row[field];
      if (field === "ref" || !isNamed(given)) continue;
      const column = known.get(field);
      if (column === undefined) {
        unknown.add(field);
        continue;
      }
      const value = readColumn(field, column, given, shop);
      if (isUnfit(value)) problems.add({ ...place, problem: value.problem });
      values.set(field, isUnfit(value) ? undefined : value);
    }
    return { ref: place.ref, num: at + 1, values };
  });
  for (const field of unknown) {
    const problem = `Rows of ${name} have no column [${field}] - they take: ref, ${[...known.keys()].join(", ")}`;
    problems.add({ stream: name, ref: "", row: 0, problem });
  }
  return read;
}

function readDefaults(columns: Columns, prefix: string, fields: Given, shop: ShopRows, problems: Problems): RowValues {
  const defaults = new Map<string, Value | undefined>();
  for (const [name, column] of Object.entries(columns)) {
    const field = `${prefix}${name}`;
    const given = fields[field];
    if (!isNamed(given)) continue;
    const value = readColumn(field, column, given, shop);
    if (isUnfit(value)) problems.add({ stream: "fields", ref: "", row: 0, problem: value.problem });
    defaults.set(name, isUnfit(value) ? undefined : value);
  }
  return defaults;
}

/** `null` counts as not named, as in the fields of a command. */
function isNamed(value: unknown): boolean {
  return value !== undefined && value !== null;
}
