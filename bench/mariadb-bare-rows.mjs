import { once } from "node:events";
import { closeSync, openSync, writeSync } from "node:fs";
import mysql from "mysql2";

const GATHER_CHARACTERS = 262_144;

/**
 * The floor of rows on MariaDB: the bare driver in a process of its own, its rows as arrays, writing the same bytes. It
 * stays warm: each message `{ account, sql, file }` is answered when the file is whole.
 */
process.on("message", (order) => {
  void writeRows(order).then(() => process.send("done"));
});

async function writeRows({ account, sql, file }) {
  const connection = mysql.createConnection(account);
  const query = connection.query({
    sql,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  let keys;
  query.on("fields", (fields) => {
    keys = fields.map(({ name }, at) => `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`);
  });
  const out = openSync(file, "w");
  let text = "";
  query.on("result", (row) => {
    for (let at = 0; at < row.length; at += 1) {
      const value = row[at];
      text += keys[at] + (value === null ? "null" : typeof value === "string" ? JSON.stringify(value) : `"${value}"`);
    }
    text += "}\n";
    if (text.length < GATHER_CHARACTERS) return;
    writeSync(out, text);
    text = "";
  });
  await once(query, "end");
  writeSync(out, text);
  closeSync(out);
  connection.end();
}
