import type { Db, Row } from "@prilavok/sdk";
import { type Directory, foldName } from "../shop/directory.ts";
import { decimalFits } from "../shop/fit-columns.ts";
import { isUnfit, readNumber, type Unfit } from "../shop/read-value.ts";
import type { Problems } from "./problems.ts";
import type { StreamRow } from "./read-stream.ts";
import type { RowValues } from "./row-values.ts";
import type { ShopRows } from "./shop-rows.ts";
import { ValueLists } from "./value-lists.ts";

/** A value that an attribute does not keep yet. */
export interface NewValue {
  readonly infoId: number;
  readonly name: string;
  /** As the attribute's own. */
  readonly kindKey: string;
}

/** An attribute of a good with its value: one of the attribute's list, a number or a text. */
interface GoodInfo {
  readonly ref: string;
  readonly infoId: number;
  readonly value: number | NewValue | null;
  readonly number: number;
  readonly text: string;
}

export interface CheckedInfo {
  readonly info: readonly GoodInfo[];
  readonly newValues: readonly NewValue[];
}

/**
 * Checks the rows of info against the attributes. What they say in words goes where the attribute keeps its values: a
 * number (`kNumber`) in `value_dec`, a text (`kText`) in `value_txt`, any other in its list of values, which grows by a new
 * one where `addValues` allows it.
 */
export async function checkInfo(
  db: Db,
  rows: Iterable<StreamRow>,
  addValues: boolean,
  { shop, problems }: { readonly shop: ShopRows; readonly problems: Problems },
): Promise<CheckedInfo> {
  const lists = new ValueLists(db, "info_value");
  const newValues = new Map<string, NewValue>();
  const taken = new Map<Row, Map<string, SaidValue[]>>();
  const info: GoodInfo[] = [];

  for (const { ref, num, values } of rows) {
    const say = (problem: string) => problems.add({ stream: "info", ref, row: num, problem });
    if (!values.has("info_id")) say("It names no attribute: say info_id");
    const infoId = values.get("info_id");
    const attribute = typeof infoId === "number" ? shop.row("info", infoId) : undefined;
    if (attribute === undefined || typeof infoId !== "number") continue;
    const list = lists.known(infoId) ?? (await lists.read(infoId));
    const value = readValue(values, attribute, list);
    if (value === undefined) continue;
    if (isUnfit(value)) {
      say(value.problem);
      continue;
    }
    const ofAttribute = taken.get(attribute) ?? new Map<string, SaidValue[]>();
    const others = ofAttribute.get(ref) ?? [];
    if (others.some((other) => isSame(other, value))) {
      say(`It names a value of [${attribute.name}] that another row names already`);
    }
    others.push(value);
    taken.set(attribute, ofAttribute.set(ref, others));
    const plain = { ref, infoId, value: null, number: 0, text: "" };
    if ("words" in value) {
      if (!addValues) say(`The attribute [${attribute.name}] has no value [${value.words}], and value_add is off`);
      const name = `${infoId} ${foldName(value.words)}`;
      const fresh = newValues.get(name) ?? { infoId, name: value.words, kindKey: attribute.kind_key ?? "" };
      newValues.set(name, fresh);
      info.push({ ...plain, value: fresh });
    } else {
      info.push({ ...plain, ...value });
    }
  }
  return { info, newValues: [...newValues.values()] };
}

/** One of the list, a number, a text, or words that the list has not. */
type SaidValue =
  | { readonly value: number }
  | { readonly number: number }
  | { readonly text: string }
  | { readonly words: string };

function isSame(one: SaidValue, other: SaidValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The value a row says; words where the attribute's list has none of them, nothing where it was told already what is wrong. */
function readValue(said: RowValues, attribute: Row, list: Directory): SaidValue | Unfit | undefined {
  const ways = Number(said.has("value_id")) + Number(said.has("value_dec")) + Number(said.has("value_txt"));
  if (attribute.folder === "1") return { problem: `[${attribute.name}] is a folder of attributes and has no values` };
  if (ways !== 1) return { problem: "Say the value in one way: value_id, value_dec or value_txt" };
  const [id, number, words] = [said.get("value_id"), said.get("value_dec"), said.get("value_txt")];
  if (typeof id === "number") {
    return list.row(id)
      ? { value: id }
      : { problem: `The attribute [${attribute.name}] has no value with the id ${id}` };
  }
  if (typeof number === "number") return { number };
  return typeof words === "string" ? readWords(words.trim(), attribute, list) : undefined;
}

function readWords(words: string, attribute: Row, list: Directory): SaidValue | Unfit {
  if (words === "") return { problem: "The [value_txt] is empty: leave the row out" };
  if (attribute.type_key === "kText") return { text: words };
  if (attribute.type_key === "kNumber") {
    const number = readNumber("value_txt", words);
    if (isUnfit(number)) return number;
    const problem = decimalFits("value_txt", number, 6, 4);
    return problem === undefined ? { number } : { problem };
  }
  const id = list.findNamed("value_txt", words);
  if (isUnfit(id)) return id;
  return id === undefined ? { words } : { value: id };
}
