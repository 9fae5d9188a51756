import type { Db } from "@prilavok/sdk";
import { readSectionRights } from "../shop/section-rights.ts";
import { checkGoods } from "./check-goods.ts";
import { type CheckedInfo, checkInfo } from "./check-info.ts";
import { checkParam, type GoodParam } from "./check-param.ts";
import { type MakeCode, readCodeMask } from "./code-mask.ts";
import { Problems } from "./problems.ts";
import { GOODS, INFO, PARAM, readStream, type Stream, type StreamRow } from "./read-stream.ts";
import { readShopRows } from "./shop-rows.ts";

/** An import in which everything is right. */
export interface CheckedImport extends CheckedInfo {
  readonly goods: readonly StreamRow[];
  readonly param: readonly GoodParam[];
  readonly makeCode: MakeCode | undefined;
}

/** The fields of the command; beside these the defaults of rows, `store_*`, `info_*` and `param_*`. */
export interface ImportFields {
  readonly goods: readonly Readonly<Record<string, unknown>>[];
  readonly info?: ImportFields["goods"];
  readonly param?: ImportFields["goods"];
  readonly code_mask?: string;
  readonly value_add: boolean;
}

/** Checks the three streams against each other and the shop, reading only; all that is wrong is told together. */
export async function checkImport(db: Db, personId: number, fields: ImportFields): Promise<CheckedImport | Problems> {
  const problems = new Problems();
  const shop = await readShopRows(db);
  const mayFill = await readSectionRights(db, personId);
  const read = (stream: Stream, rows: ImportFields["goods"] = []) =>
    readStream(stream, rows, { ...fields }, shop, problems);
  const goods = [...read(GOODS, fields.goods)];

  const mask = fields.code_mask === undefined ? undefined : readCodeMask(fields.code_mask, new Date());
  const makeCode = typeof mask === "function" ? mask : undefined;
  if (typeof mask === "object") problems.add({ stream: "fields", ref: "", row: 0, problem: mask.problem });
  if (goods.length === 0) {
    const problem = "The [goods] is an empty list: there is nothing to add";
    problems.add({ stream: "fields", ref: "", row: 0, problem });
  }

  checkGoods(goods, makeCode, { shop, mayFill, problems });
  const refs = new Set(goods.map(({ ref }) => ref));
  const tied = (stream: Stream, rows: ImportFields["info"]) =>
    tellLoose(stream.name, read(stream, rows), refs, problems);
  const info = await checkInfo(db, tied(INFO, fields.info), fields.value_add, { shop, problems });
  const param = await checkParam(db, tied(PARAM, fields.param), { shop, problems });
  return problems.found ? problems : { goods, ...info, param, makeCode };
}

/** Passes rows on and tells those whose ref no good has. */
function* tellLoose(
  stream: string,
  rows: Iterable<StreamRow>,
  refs: ReadonlySet<string>,
  problems: Problems,
): Generator<StreamRow, void, void> {
  for (const row of rows) {
    const { ref, num } = row;
    if (ref !== "" && !refs.has(ref)) {
      problems.add({ stream, ref, row: num, problem: "It points at nothing: no row of goods has this ref" });
    }
    yield row;
  }
}
