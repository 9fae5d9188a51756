import type { Db } from "@prilavok/sdk";
import { readSectionRights } from "../shop/section-rights.ts";
import { checkGoods } from "./check-goods.ts";
import { type CheckedInfo, checkInfo } from "./check-info.ts";
import { checkParam, type GoodParam } from "./check-param.ts";
import { type MakeCode, readCodeMask } from "./code-mask.ts";
import { Problems } from "./problems.ts";
import { GOODS, INFO, PARAM, readStream, type StreamRow } from "./read-stream.ts";
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
  readonly info?: readonly Readonly<Record<string, unknown>>[];
  readonly param?: readonly Readonly<Record<string, unknown>>[];
  readonly code_mask?: string;
  readonly value_add: boolean;
}

/** Checks the three streams against each other and the shop, reading only; all that is wrong is told together. */
export async function checkImport(db: Db, personId: number, fields: ImportFields): Promise<CheckedImport | Problems> {
  const problems = new Problems();
  const shop = await readShopRows(db);
  const mayFill = await readSectionRights(db, personId);
  const read = (stream: typeof GOODS, rows: ImportFields["goods"]) =>
    readStream(stream, rows, { ...fields }, shop, problems);
  const rows = {
    goods: read(GOODS, fields.goods),
    info: read(INFO, fields.info ?? []),
    param: read(PARAM, fields.param ?? []),
  };

  const mask = fields.code_mask === undefined ? undefined : readCodeMask(fields.code_mask, new Date());
  const makeCode = typeof mask === "function" ? mask : undefined;
  if (typeof mask === "object") problems.add({ stream: "fields", ref: "", row: 0, problem: mask.problem });
  if (rows.goods.length === 0) {
    problems.add({
      stream: "fields",
      ref: "",
      row: 0,
      problem: "The [goods] is an empty list: there is nothing to add",
    });
  }

  checkGoods(rows.goods, makeCode, { shop, mayFill, problems });
  const info = await checkInfo(db, rows.info, fields.value_add, { shop, problems });
  const param = await checkParam(db, rows.param, { shop, problems });
  const refs = new Set(rows.goods.map(({ ref }) => ref));
  checkRefs("info", rows.info, refs, problems);
  checkRefs("param", rows.param, refs, problems);
  return problems.found ? problems : { goods: rows.goods, ...info, param, makeCode };
}

function checkRefs(stream: string, rows: readonly StreamRow[], refs: ReadonlySet<string>, problems: Problems): void {
  for (const { ref, num } of rows) {
    if (ref !== "" && !refs.has(ref)) {
      problems.add({ stream, ref, row: num, problem: "It points at nothing: no row of goods has this ref" });
    }
  }
}
