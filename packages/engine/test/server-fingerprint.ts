import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Connection, RowDataPacket } from "mysql2/promise";
import { SERVER_ENGINE } from "./mariadb-scratch.ts";

/** What a server holds, thing by thing. */
export type ServerFingerprint = Readonly<Record<string, string>>;

/** Other tests work on the same server meanwhile: what is theirs is left out. */
const OTHERS_VARIABLES = ["sql_mode", "gtid_current_pos", "gtid_binlog_pos", "gtid_executed"];
const VARIABLES = `LOWER(variable_name) NOT IN ('${OTHERS_VARIABLES.join("', '")}')`;
const OWN_USERS =
  "User IN ('root', 'mysql', 'mariadb.sys', 'PUBLIC', 'mysql.sys', 'mysql.session', 'mysql.infoschema')";

/** The tables in which a server keeps what is no table, and which rows of them are looked at. */
const TABLES: Readonly<Record<typeof SERVER_ENGINE, (name: string) => readonly (readonly [string, string])[]>> = {
  mariadb: (name) => [
    ["mysql.proc", `db = '${name}'`],
    ["mysql.event", `db = '${name}'`],
    ["mysql.global_priv", OWN_USERS],
    ["mysql.roles_mapping", "1"],
    ["information_schema.global_variables", VARIABLES],
  ],
  mysql: (name) => [
    ["information_schema.routines", `routine_schema = '${name}'`],
    ["information_schema.events", `event_schema = '${name}'`],
    ["mysql.user", OWN_USERS],
    ["mysql.role_edges", "1"],
    ["mysql.component", "1"],
    ["performance_schema.persisted_variables", "1"],
    ["performance_schema.global_variables", VARIABLES],
  ],
};

/**
 * Everything of the server that a statement in the database `name` could have changed: the rows, numbers and text of each table,
 * sequence, view, trigger, function and event, the accounts, plugins, global variables, the files beside the tables and in `/tmp`.
 */
export async function fingerprintServer(connection: Connection, name: string): Promise<ServerFingerprint> {
  const rows = async (sql: string) => (await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true }))[0];
  const print: Record<string, string> = {};
  const note = async (what: string, sql: string) => {
    print[what] = JSON.stringify(await rows(sql));
  };
  for (const [table, type] of (await rows(
    `SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = '${name}'`,
  )) as unknown as string[][]) {
    const real = `\`${name}\`.\`${table?.replaceAll("`", "``")}\``;
    await note(`shape of ${table}`, `SHOW CREATE TABLE ${real}`);
    if (type !== "VIEW") await note(`rows of ${table}`, `SELECT * FROM ${real}`);
  }
  for (const [table, where] of [
    ...TABLES[SERVER_ENGINE](name),
    ["information_schema.triggers", `trigger_schema = '${name}'`],
    ["mysql.db", OWN_USERS],
    ["mysql.func", "1"],
    ["mysql.plugin", "1"],
    ["mysql.servers", "1"],
  ] as const) {
    await note(table, `SELECT * FROM ${table} WHERE ${where} ORDER BY 1, 2`);
  }
  const [[folder]] = (await rows("SELECT @@datadir")) as unknown as [[string]];
  print["files"] = [
    ...names(join(folder, name)),
    ...names(folder).filter((file) => file.includes("sg")),
    ...names("/tmp").filter((file) => file.includes("sg_")),
  ].join(" ");
  return print;
}

/** What differs between the two, by its name. */
export function changesBetween(before: ServerFingerprint, after: ServerFingerprint): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((what) => before[what] !== after[what]);
}

/** Empty where the server is on another computer or its folder is not to be read. */
function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
