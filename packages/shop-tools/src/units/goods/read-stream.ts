import { isUnfit, readText } from "../shop/read-value.ts";
import { type Columns, GOODS_COLUMNS, INFO_COLUMNS, PARAM_COLUMNS } from "./columns.ts";
import type { Problems } from "./problems.ts";
import { readColumn } from "./read-column.ts";
import { type Places, placesOf, RowValues } from "./row-values.ts";
import type { ShopRows } from "./shop-rows.ts";

export interface StreamRow {
  /** The caller's key; empty where the row has none. */
  readonly ref: string;
  /** Its place from 1. */
  readonly num: number;
  readonly values: RowValues;
}

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
export function* readStream(
  { name, columns, prefix, ways }: Stream,
  rows: readonly Given[],
  fields: Given,
  shop: ShopRows,
  problems: Problems,
): Generator<StreamRow, void, void> {
  const places = placesOf(columns);
  const defaults = readDefaults({ columns, places, prefix }, fields, shop, problems);
  const defaultsBesideWay = defaults.without(ways);
  const unknown = new Set<string>();

  for (const [at, row] of rows.entries()) {
    const read = isNamed(row.ref) ? readText("ref", row.ref) : "";
    const ref = isUnfit(read) ? "" : read;
    const say = (problem: string) => problems.add({ stream: name, ref, row: at + 1, problem });
    if (isUnfit(read)) say(read.problem);
    else if (ref === "") say("It has no ref, the key of yours that ties the streams");

    const saysWay = ways.some((way) => isNamed(row[way]));
    const values = new RowValues(places, saysWay ? defaultsBesideWay : defaults);
    for (const field of Object.keys(row)) {
      const given = row[field];
      if (field === "ref" || !isNamed(given)) continue;
      const place = places.get(field);
      const column = place === undefined ? undefined : columns[field];
      if (place === undefined || column === undefined) {
        unknown.add(field);
        continue;
      }
      const value = readColumn(field, column, given, shop);
      if (isUnfit(value)) say(value.problem);
      values.set(place, isUnfit(value) ? undefined : value);
    }
    yield { ref, num: at + 1, values };
  }
  for (const field of unknown) {
    const problem = `Rows of ${name} have no column [${field}] - they take: ref, ${[...places.keys()].join(", ")}`;
    problems.add({ stream: name, ref: "", row: 0, problem });
  }
}

function readDefaults(
  { columns, places, prefix }: { readonly columns: Columns; readonly places: Places; readonly prefix: string },
  fields: Given,
  shop: ShopRows,
  problems: Problems,
): RowValues {
  const defaults = new RowValues(places);
  for (const [name, column] of Object.entries(columns)) {
    const field = `${prefix}${name}`;
    const given = fields[field];
    if (!isNamed(given)) continue;
    const value = readColumn(field, column, given, shop);
    if (isUnfit(value)) problems.add({ stream: "fields", ref: "", row: 0, problem: value.problem });
    defaults.set(places.get(name) ?? -1, isUnfit(value) ? undefined : value);
  }
  return defaults;
}

/** `null` counts as not named, as in the fields of a command. */
function isNamed(value: unknown): boolean {
  return value !== undefined && value !== null;
}
