import type { Db, Row } from "@prilavok/sdk";
import type { Directory } from "../shop/directory.ts";
import { isUnfit, type Unfit } from "../shop/read-value.ts";
import type { Problems } from "./problems.ts";
import type { StreamRow } from "./read-stream.ts";
import type { RowValues } from "./row-values.ts";
import type { ShopRows } from "./shop-rows.ts";
import { ValueLists } from "./value-lists.ts";

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
  rows: Iterable<StreamRow>,
  { shop, problems }: { readonly shop: ShopRows; readonly problems: Problems },
): Promise<GoodParam[]> {
  const lists = new ValueLists(db, "param_value");
  const taken = new Map<Row, Map<string, Set<string>>>();
  const checked: GoodParam[] = [];

  for (const { ref, num, values } of rows) {
    const say = (problem: string) => problems.add({ stream: "param", ref, row: num, problem });
    if (!values.has("param_id")) say("It names no parameter: say param_id");
    const paramId = values.get("param_id");
    const parameter = typeof paramId === "number" ? shop.row("param", paramId) : undefined;
    if (parameter === undefined || typeof paramId !== "number") continue;
    const list = lists.known(paramId) ?? (await lists.read(paramId));
    const value = readValue(values, parameter, list);
    if (value === undefined) continue;
    if (isUnfit(value)) {
      say(value.problem);
      continue;
    }
    const ofParameter = taken.get(parameter) ?? new Map<string, Set<string>>();
    const names = ofParameter.get(ref) ?? new Set();
    if (names.has(value.name)) say(`It names a value of [${parameter.name}] that another row names already`);
    taken.set(parameter, ofParameter.set(ref, names.add(value.name)));
    checked.push({ ref, paramId, ...value });
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
