/// <reference path="./melbis_agent_import_goods.d.ts" />
import { command } from "@prilavok/sdk";
import { saySharedArticles } from "./goods/article.ts";
import { checkImport } from "./goods/check-import.ts";
import { readLastPlaces } from "./goods/last-places.ts";
import { Problems } from "./goods/problems.ts";
import { writeImport } from "./goods/write-import.ts";

export const CmdAdd = command<MELBIS_AGENT_IMPORT_GOODS.CmdAdd>(async ({ user, params, db, lock, change }) => {
  const checked = await checkImport(db, user.id, params);
  if (checked instanceof Problems) {
    return { result: false, message: checked.message, tables: { problems: checked.kept } };
  }
  const { goods, info, newValues, param } = checked;
  const shared = await saySharedArticles(db, checked);
  const places = await readLastPlaces(db, checked);
  const tables = [
    "store",
    "topic_store",
    ...(newValues.length > 0 ? ["info_value"] : []),
    ...(info.length > 0 ? ["store_info"] : []),
    ...(param.length > 0 ? ["store_param"] : []),
  ];

  const busy = await lock(tables);
  if (busy !== undefined) return busy;
  const added = await db.transaction(async () => {
    const written = await writeImport(db, checked, places);
    await change(tables);
    return written;
  });
  return {
    result: true,
    message: `${goods.length === 1 ? "1 good is" : `${goods.length} goods are`} added${shared}`,
    detail: { goods: goods.length, info: info.length, param: param.length, new_values: newValues.length },
    tables: { goods: added },
  };
});
