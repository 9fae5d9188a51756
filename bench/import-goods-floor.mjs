import Sqlite from "better-sqlite3";

const ROWS_A_STATEMENT = 500;
/** The columns that hold ids of the goods or of the rows themselves: they differ from round to round. */
const MOVED = {
  store: ["id"],
  topic_store: ["id", "store_id"],
  store_info: ["store_id"],
  store_param: ["id", "store_id"],
};

/**
 * The floor of an import: the driver inserts, in one transaction, the rows that the last import wrote into `from`, each
 * round with ids of its own. Only columns that hold more than their default are written, as the import does.
 */
export function bareInserts(from, into) {
  const source = new Sqlite(from, { readonly: true });
  const [first, last] = source.prepare("SELECT MAX(id) - 9999, MAX(id) FROM ms_store").raw().get();
  const db = new Sqlite(into);
  db.pragma("synchronous = FULL");
  const tables = Object.entries(MOVED).map(([table, moved]) => {
    const rows = source
      .prepare(`SELECT * FROM ms_${table} WHERE ${table === "store" ? "id" : "store_id"} >= ?`)
      .all(first);
    const columns = usedColumns(source, table, rows);
    return {
      chunks: chunksOf(db, table, columns, rows),
      moved: moved.map((name) => columns.indexOf(name)),
      width: columns.length,
    };
  });
  source.close();

  const step = last - first + 1_000_000;
  const insert = db.transaction(() => {
    for (const { chunks, moved, width } of tables) {
      for (const { statement, values } of chunks) {
        for (let row = 0; row < values.length; row += width) for (const at of moved) values[row + at] += step;
        statement.run(values);
      }
    }
  });
  return {
    insert: () => insert.immediate(),
    tables: Object.keys(MOVED),
    rows: tables.reduce((sum, { chunks }) => sum + chunks.reduce((rows, { count }) => rows + count, 0), 0),
    close: () => db.close(),
  };
}

function usedColumns(source, table, rows) {
  const columns = source.prepare("SELECT name, dflt_value FROM pragma_table_info(?)").all(`ms_${table}`);
  return columns
    .filter(({ name }) => !(table === "store_info" && name === "id"))
    .filter(({ name, dflt_value: otherwise }) => {
      const text = String(otherwise).replace(/^[('"]+|[)'"]+$/g, "");
      return rows.some((row) => String(row[name] ?? "NULL") !== text);
    })
    .map(({ name }) => name);
}

function chunksOf(db, table, columns, rows) {
  const places = `(${columns.map(() => "?").join(", ")})`;
  const chunks = [];
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const some = rows.slice(from, from + ROWS_A_STATEMENT);
    const sql = `INSERT INTO ms_${table} (${columns.join(", ")}) VALUES ${some.map(() => places).join(", ")}`;
    chunks.push({
      statement: db.prepare(sql),
      values: some.flatMap((row) => columns.map((name) => row[name])),
      count: some.length,
    });
  }
  return chunks;
}
