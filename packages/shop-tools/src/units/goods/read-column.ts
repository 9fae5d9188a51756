import { decimalFits, longTextFits, textFits, wholeFits } from "../shop/fit-columns.ts";
import { isUnfit, readMoment, readNumber, readText, readWhole, readYesNo, type Unfit } from "../shop/read-value.ts";
import type { Column, LinkedTable } from "./columns.ts";
import type { ShopRows } from "./shop-rows.ts";

/** A value as it is written; several ids for a column that points at several rows. */
export type Value = string | number | null | readonly number[];

/** Reads what a row says in a column: the value to write, or what is wrong with it. `null` stands for what is not named. */
export function readColumn(field: string, column: Column, given: unknown, shop: ShopRows): Value | Unfit {
  switch (column.kind) {
    case "text":
      return checked(readText(field, given), (text) => textFits(field, text, column.limit));
    case "longText":
      return checked(readText(field, given), (text) => longTextFits(field, text));
    case "whole":
      return checked(readWhole(field, given), (number) => wholeFits(field, number, column.from, column.to));
    case "decimal":
      return checked(readNumber(field, given), (number) => decimalFits(field, number, column.whole, column.fraction));
    case "yesNo":
      return readYesNo(field, given);
    case "moment":
      return readMoment(field, given);
    case "word":
      return checked(readText(field, given), (text) => unknownWord(field, text, shop.words(column.code)));
    case "row":
      return readLink(field, column.table, given, shop);
    case "rows":
      return readLinks(field, column.table, given, shop);
  }
}

function checked<Read extends string | number>(
  value: Read | Unfit,
  fits: (value: Read) => string | undefined,
): Read | Unfit {
  if (isUnfit(value)) return value;
  const problem = fits(value);
  return problem === undefined ? value : { problem };
}

function unknownWord(field: string, text: string, known: ReadonlySet<string>): string | undefined {
  if (known.size > 0 && text !== "" && !known.has(text)) {
    return `The [${field}] takes a word of the settings, and [${text}] is none: ${[...known].join(", ")}`;
  }
  return textFits(field, text, 100);
}

/** An empty text or 0 points at nobody on purpose. */
function readLink(field: string, table: LinkedTable, given: unknown, shop: ShopRows): number | null | Unfit {
  const word = readText(field, given);
  if (isUnfit(word)) return word;
  return word.trim() === "" || word === "0" ? null : shop.find(table, field, word.trim());
}

function readLinks(field: string, table: LinkedTable, given: unknown, shop: ShopRows): readonly number[] | Unfit {
  const ids = new Set<number>();
  for (const one of Array.isArray(given) ? given : [given]) {
    const id = readLink(field, table, one ?? "", shop);
    if (isUnfit(id)) return id;
    if (id !== null) ids.add(id);
  }
  return [...ids];
}
