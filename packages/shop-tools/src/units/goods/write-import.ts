import type { Bindable, Db } from "@prilavok/sdk";
import { takeIds } from "../shop/take-ids.ts";
import { wallClock } from "../shop/wall-clock.ts";
import { articleOf } from "./article.ts";
import { sectionsOf } from "./check-goods.ts";
import type { CheckedImport } from "./check-import.ts";
import type { NewValue } from "./check-info.ts";
import { emptyValue, GOODS_COLUMNS } from "./columns.ts";
import type { LastPlaces } from "./last-places.ts";

/** A good as it was added. */
export interface AddedGood {
  readonly ref: string;
  readonly id: number;
  readonly code_shop: string;
  readonly name: string;
}

/** Writes a checked import; stands in the caller's transaction. Answers the goods in the order of their rows. */
export async function writeImport(db: Db, checked: CheckedImport, places: LastPlaces): Promise<AddedGood[]> {
  const added = await writeGoods(db, checked);
  const idOf = new Map(added.map(({ ref, id }) => [ref, id]));
  await writeSections(db, checked, idOf, places);
  await writeInfo(db, checked, idOf, places);
  await writeParam(db, checked, idOf);
  return added;
}

type IdOf = ReadonlyMap<string, number>;

/** Hidden and out of stock, unless a row or a default says otherwise. */
const BORN: Readonly<Record<string, number>> = { no_visible: 1, how: 0 };

async function writeGoods(db: Db, { goods, makeCode }: CheckedImport): Promise<AddedGood[]> {
  const firstId = await takeIds(db, "store", goods.length);
  const added = goods.map((good, at): AddedGood => {
    const id = firstId + at;
    return { ref: good.ref, id, code_shop: articleOf(good, makeCode, id), name: String(good.values.get("name")) };
  });
  const columns = Object.entries(GOODS_COLUMNS)
    .filter(([name, { kind }]) => kind !== "rows" && name !== "code_shop")
    .filter(([name]) => name in BORN || goods.some(({ values }) => values.has(name)))
    .map(([name, column]) => ({ name, otherwise: BORN[name] ?? emptyValue(column) }));
  const now = wallClock(new Date());
  await insert(db, "store", goods, ({ values }, at) => {
    const row: Record<string, Bindable> = { id: firstId + at, code_shop: added[at]?.code_shop };
    for (const { name, otherwise } of columns) {
      const value = values.get(name);
      row[name] = typeof value === "object" ? otherwise : (value ?? otherwise);
    }
    row.create_time = now;
    row.update_time = now;
    row.edit_time = now;
    return row;
  });
  return added;
}

async function writeSections(db: Db, { goods }: CheckedImport, idOf: IdOf, places: LastPlaces): Promise<void> {
  const nextPlace = countFrom(places.sections);
  const rows = goods.flatMap(({ ref, values }) =>
    sectionsOf(values).map((id) => ({ topic_id: id, store_id: idOf.get(ref), pos: nextPlace(id) })),
  );
  const firstId = await takeIds(db, "topic_store", rows.length);
  await insert(db, "topic_store", rows, (row, at) => ({ id: firstId + at, ...row }));
}

async function writeInfo(db: Db, { info, newValues }: CheckedImport, idOf: IdOf, places: LastPlaces): Promise<void> {
  const nextPlace = countFrom(places.values);
  const firstId = await takeIds(db, "info_value", newValues.length);
  await insert(db, "info_value", newValues, ({ infoId, name, kindKey }, at) => ({
    id: firstId + at,
    info_id: infoId,
    name,
    kind_key: kindKey,
    pos: nextPlace(infoId),
  }));
  const idOfNew = new Map(newValues.map((value, at): [NewValue, number] => [value, firstId + at]));
  await insert(db, "store_info", info, ({ ref, infoId, value, number, text }) => ({
    store_id: idOf.get(ref),
    info_id: infoId,
    value_id: typeof value === "object" && value !== null ? idOfNew.get(value) : value,
    value_dec: number,
    value_txt: text,
  }));
}

async function writeParam(db: Db, { param }: CheckedImport, idOf: IdOf): Promise<void> {
  const nextPlace = countFrom<string>(new Map());
  const firstId = await takeIds(db, "store_param", param.length);
  await insert(db, "store_param", param, ({ ref, paramId, valueId, name, sum, currencyId }, at) => ({
    id: firstId + at,
    store_id: idOf.get(ref),
    param_id: paramId,
    value_id: valueId,
    value_name: name,
    value_set_sum: sum,
    value_curr_id: currencyId,
    pos: nextPlace(`${paramId} ${ref}`),
  }));
}

/** Answers the next number of each list. */
function countFrom<Key>(last: ReadonlyMap<Key, number>): (key: Key) => number {
  const counts = new Map(last);
  return (key) => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
}

/** As many as one statement takes: several in a call cost a savepoint, which keeps a copy of every page. */
const ROWS_A_CALL = 500;

async function insert<Item>(
  db: Db,
  table: string,
  items: readonly Item[],
  rowOf: (item: Item, at: number) => Readonly<Record<string, Bindable>>,
): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS_A_CALL) {
    const some = items.slice(from, from + ROWS_A_CALL);
    await db.insert(
      table,
      some.map((item, at) => rowOf(item, from + at)),
    );
  }
}
