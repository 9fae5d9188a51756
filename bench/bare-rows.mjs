import { closeSync, openSync, writeSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** The floor of rows: the bare driver in one process, writing the same bytes. usage: bare-rows.mjs <database> <rows> <file> */
const [database, rows, file] = process.argv.slice(2);
const db = new Sqlite(database, { readonly: true });
const statement = db.prepare("SELECT * FROM ms_bench LIMIT ?").raw().safeIntegers();
const keys = statement.columns().map(({ name }, at) => `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`);
const out = openSync(file, "w");
let text = "";
for (const row of statement.iterate(BigInt(rows))) {
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at];
    text += keys[at] + (value === null ? "null" : typeof value === "string" ? JSON.stringify(value) : `"${value}"`);
  }
  text += "}\n";
  if (text.length > 262_144) {
    writeSync(out, text);
    text = "";
  }
}
writeSync(out, text);
closeSync(out);
