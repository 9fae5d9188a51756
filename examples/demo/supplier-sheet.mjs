import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRows, showRows } from "./agent.mjs";

const GOODS = "MELBIS_AGENT_IMPORT_GOODS";

/** A supplier's sheet becomes goods: refused as a whole while a row of it is not understood, added as a whole then. */
export async function importSheet(agent, { root, store, say, run }) {
  const folder = join(root, "examples", "supplier-sheet");
  say("A supplier sends his sheet: windows-1251, a preamble, two rows of head, sums like 1 234,50.");
  const sheet = new TextDecoder("windows-1251").decode(readFileSync(join(folder, "dnipro-import.csv")));
  for (const line of sheet.split("\r\n").slice(0, 12)) console.log(`   ${line}`);

  say("A script of twenty minutes' work turns it into the fields of the import, a file for params_source.");
  const makeGoods = (...options) => run(join(folder, "make-goods.mjs"), join(store, "goods.json"), ...options);
  makeGoods();

  say("The shop checks everything before it writes: one stock is words, so nothing is written, and the row is named.");
  await agent.call("tool_run", { unit: GOODS, command: "CmdAdd", params_source: "goods.json" }, { refused: true });

  say('The person knows what the supplier means: "під замовлення" is on order, so none in stock. The same again:');
  makeGoods("--stock", "під замовлення=0");
  const { tables } = await agent.call("tool_run", { unit: GOODS, command: "CmdAdd", params_source: "goods.json" });
  showRows(tables.goods.file, { root, rows: 10, columns: ["ref", "id", "code_shop", "name"] });

  say("What stands in the shop now: articles as they were written, goods hidden until somebody shows them.");
  const from =
    "{DBNICK}_store s JOIN {DBNICK}_topic_store ts ON ts.store_id = s.id JOIN {DBNICK}_topic t ON t.id = ts.topic_id";
  const colour =
    "(SELECT v.name FROM {DBNICK}_store_info i JOIN {DBNICK}_info_value v ON v.id = i.value_id WHERE i.store_id = s.id) AS colour";
  const sql = `SELECT s.code_shop, t.name AS section, s.price, s.how, s.no_visible AS hidden, ${colour} FROM ${from} WHERE s.id >= :FIRST ORDER BY s.id`;
  const [{ id: first }] = readRows(tables.goods.file);
  const output = "goods-in-the-shop.jsonl";
  const read = await agent.call(
    "engine_db_select",
    { pool: [{ do: "select", sql, params: { first }, output }] },
    { quiet: true },
  );
  showRows(read.steps[0].file, {
    root,
    rows: 10,
    columns: ["code_shop", "section", "price", "how", "hidden", "colour"],
  });
  return tables.goods.file;
}
