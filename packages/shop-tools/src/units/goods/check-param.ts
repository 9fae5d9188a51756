import type { Db, Row } from "@prilavok/sdk";
import { Directory } from "../shop/directory.ts";
import { isUnfit, type Unfit } from "../shop/read-value.ts";
import type { Problems } from "./problems.ts";
import { linkedIds, readLists } from "./read-lists.ts";
import type { RowValues, StreamRow } from "./read-stream.ts";
import type { ShopRows } from "./shop-rows.ts";

/** A value of a parameter that a buyer of the good may choose. */
export interface GoodParam {
  readonly ref: string;
  readonly paramId: number;
  /** null for a value of the good's own. */
  readonly valueId: number | null;
  readonly name: string;
  readonly sum: number;
  readonly currencyId: number | null;
}

/**
 * Checks the rows of param against the parameters. Words name one of the parameter's values; where it keeps none of them
 * the value is the good's own, unless the parameter has a fixed set. A sum that is not said is the value's.
 */
export async function checkParam(
  db: Db,
  rows: readonly StreamRow[],
  { shop, problems }: { readonly shop: ShopRows; readonly problems: Problems },
): Promise<GoodParam[]> {
  const lists = await readLists(db, "param_value", "param_id", linkedIds(rows, "param_id"));
  const taken = new Set<string>();
  const checked: GoodParam[] = [];

  for (const { ref, num, values } of rows) {
    const say = (problem: string) => problems.add({ stream: "param", ref, row: num, problem });
    if (!values.has("param_id")) say("It names no parameter: say param_id");
    const id = values.get("param_id");
    const parameter = typeof id === "number" ? shop.row("param", id) : undefined;
    if (parameter === undefined) continue;
    const list = lists.get(String(parameter.id)) ?? new Directory("param_value");
    const value = readValue(values, parameter, list);
    if (value === undefined) continue;
    if (isUnfit(value)) {
      say(value.problem);
      continue;
    }
    const key = `${parameter.id} ${JSON.stringify(value.name)} ${ref}`;
    if (taken.has(key)) say(`It names a value of [${parameter.name}] that another row names already`);
    taken.add(key);
    checked.push({ ref, paramId: Number(parameter.id), ...value });
  }
  return checked;
}

type SaidValue = Omit<GoodParam, "ref" | "paramId">;

/** The value a row says; nothing where it was told already what is wrong. */
function readValue(said: RowValues, parameter: Row, list: Directory): SaidValue | Unfit | undefined {
  if (said.has("value_id") === said.has("value_name"))
    return { problem: "Say the value in one way: value_id or value_name" };
  const [id, words] = [said.get("value_id"), said.get("value_name")];
  const name = typeof words === "string" ? words.trim() : undefined;
  if (name === "") return { problem: "The [value_name] is empty: leave the row out" };
  if (name === undefined && typeof id !== "number") return undefined;

  const valueId = name === undefined ? Number(id) : list.findNamed("value_name", name);
  if (isUnfit(valueId)) return valueId;
  const kept = valueId === undefined ? undefined : list.row(valueId);
  if (kept === undefined && name === undefined) {
    return { problem: `The parameter [${parameter.name}] has no value with the id ${id}` };
  }
  if (kept === undefined && parameter.fixed_set === "1") {
    return { problem: `The parameter [${parameter.name}] has a fixed set of values, and [${name}] is none of them` };
  }
  const [sum, currency] = [said.get("value_set_sum"), said.get("value_curr_id")];
  return {
    valueId: kept === undefined ? null : Number(kept.id),
    name: kept?.name ?? name ?? "",
    sum: typeof sum === "number" ? sum : Number(kept?.set_sum ?? 0),
    currencyId: currency === undefined ? idOrNull(kept?.sum_curr_id) : idOrNull(currency),
  };
}

function idOrNull(value: unknown): number | null {
  return value ? Number(value) : null;
}
