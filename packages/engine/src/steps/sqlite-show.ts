import type { BoundStatement } from "../sql/bind-statement.ts";
import type { ShowRequest } from "../sql/read-show.ts";

/** A statement for SQLite that answers with the columns MariaDB has for the same question; a view has others. */
export function sqliteShow(request: ShowRequest, isView: boolean): BoundStatement {
  switch (request.kind) {
    case "tables":
      return showTables(request.full, request.like);
    case "columns":
      return showColumns(request.table, request.full, request.like);
    case "index":
      return showIndex(request.table);
    case "create":
      return isView ? showCreateView(request.table) : showCreateTable(request.table);
  }
}

/** `SHOW [FULL] TABLES [LIKE …]`. The schema of an SQLite file is called `main`. */
function showTables(full: boolean, like: string | undefined): BoundStatement {
  const title = like === undefined ? "Tables_in_main" : `Tables_in_main (${like})`;
  const kind = `, CASE type WHEN 'view' THEN 'VIEW' ELSE 'BASE TABLE' END AS Table_type`;
  return {
    sql: `SELECT name AS "${title.replaceAll('"', '""')}"${full ? kind : ""} FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name LIKE ? ESCAPE '\\'
      ORDER BY name`,
    values: [like ?? "%"],
  };
}

/**
 * `SHOW [FULL] COLUMNS FROM t [LIKE …]`, `DESCRIBE t [column]`. `Key` as MariaDB derives it: PRI of the primary key, or
 * of the first unique key without NULLs where there is none; UNI of a unique key of one column; MUL of the first column
 * of any other key.
 */
export function showColumns(table: string, full: boolean, like: string | undefined): BoundStatement {
  return {
    sql: `WITH asked(name, pattern) AS (SELECT ?, ?),
      keyed AS (
        SELECT i.seq, i."unique" AND NOT i.partial AS is_unique, x.seqno, x.name,
          (SELECT COUNT(*) FROM pragma_index_xinfo(i.name) part WHERE part.key) AS width
        FROM asked, pragma_index_list(asked.name) i, pragma_index_xinfo(i.name) x WHERE x.key
      ),
      promoted AS (
        SELECT max(keyed.seq) AS seq FROM keyed
        WHERE is_unique AND NOT EXISTS (SELECT 1 FROM asked, pragma_table_xinfo(asked.name) c WHERE c.pk)
          AND (SELECT COUNT(*) FROM asked, pragma_table_xinfo(asked.name) c, keyed other
               WHERE other.seq = keyed.seq AND other.name = c.name AND c."notnull") = width
      )
      SELECT c.name AS Field, lower(c.type) AS Type${full ? ", NULL AS Collation" : ""},
        CASE WHEN c."notnull" OR c.pk THEN 'NO' ELSE 'YES' END AS "Null",
        CASE
          WHEN c.pk OR EXISTS (SELECT 1 FROM keyed, promoted WHERE keyed.seq = promoted.seq AND keyed.name = c.name)
            THEN 'PRI'
          WHEN EXISTS (SELECT 1 FROM keyed WHERE keyed.name = c.name AND is_unique AND width = 1) THEN 'UNI'
          WHEN EXISTS (SELECT 1 FROM keyed WHERE keyed.name = c.name AND seqno = 0) THEN 'MUL'
          ELSE ''
        END AS "Key",
        CASE
          WHEN upper(c.dflt_value) = 'NULL' THEN NULL
          WHEN c.dflt_value LIKE '''%''' THEN replace(substr(c.dflt_value, 2, length(c.dflt_value) - 2), '''''', '''')
          ELSE c.dflt_value
        END AS "Default",
        CASE
          WHEN c.hidden = 2 THEN 'VIRTUAL GENERATED'
          WHEN c.hidden = 3 THEN 'STORED GENERATED'
          WHEN c.pk AND EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'table' AND t.name = asked.name COLLATE NOCASE
            AND t.sql LIKE '%AUTOINCREMENT%') THEN 'auto_increment'
          ELSE ''
        END AS Extra${full ? `, '' AS "Privileges", '' AS "Comment"` : ""}
      FROM asked, pragma_table_xinfo(asked.name) c
      WHERE c.hidden <> 1 AND c.name LIKE asked.pattern ESCAPE '\\'
      ORDER BY c.cid`,
    values: [table, like ?? "%"],
  };
}

/** `SHOW INDEX FROM t`: the primary key first, then the unique ones, each kind in the order they were made. */
function showIndex(table: string): BoundStatement {
  return {
    sql: `WITH asked(name) AS (SELECT name FROM sqlite_schema WHERE name = ? COLLATE NOCASE),
      keyed AS (
        SELECT i.origin = 'pk' AS main, i."unique" AS is_unique, i.seq, i.name AS key_name, x.seqno, x.name, x."desc"
        FROM asked, pragma_index_list(asked.name) i, pragma_index_xinfo(i.name) x WHERE x.key
        UNION ALL
        SELECT 1, 1, 0, 'PRIMARY', 0, c.name, 0 FROM asked, pragma_table_xinfo(asked.name) c
        WHERE c.pk AND NOT EXISTS (SELECT 1 FROM pragma_index_list(asked.name) i WHERE i.origin = 'pk')
      )
      SELECT asked.name AS "Table", NOT is_unique AS Non_unique,
        CASE WHEN main THEN 'PRIMARY' ELSE key_name END AS Key_name, seqno + 1 AS Seq_in_index,
        keyed.name AS Column_name, CASE WHEN "desc" THEN 'D' ELSE 'A' END AS Collation, NULL AS Cardinality,
        NULL AS Sub_part, NULL AS Packed,
        coalesce((SELECT CASE WHEN c."notnull" OR c.pk THEN '' ELSE 'YES' END
          FROM pragma_table_xinfo(asked.name) c WHERE c.name = keyed.name), '') AS "Null",
        'BTREE' AS Index_type, '' AS "Comment", '' AS Index_comment, 'NO' AS Ignored
      FROM asked, keyed
      ORDER BY main DESC, is_unique DESC, seq DESC, seqno`,
    values: [table],
  };
}

/** `SHOW CREATE TABLE t`: the table's own text and those of its indexes. */
function showCreateTable(table: string): BoundStatement {
  return {
    sql: `SELECT t.name AS "Table", t.sql || coalesce((SELECT group_concat(char(59, 10) || i.sql, '') FROM
        (SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = t.name AND sql IS NOT NULL ORDER BY rowid) i), '')
        AS "Create Table"
      FROM sqlite_schema t WHERE t.type = 'table' AND t.name = ? COLLATE NOCASE`,
    values: [table],
  };
}

function showCreateView(view: string): BoundStatement {
  return {
    sql: `SELECT name AS "View", sql AS "Create View", 'utf8mb4' AS character_set_client, 'BINARY' AS collation_connection
      FROM sqlite_schema WHERE type = 'view' AND name = ? COLLATE NOCASE`,
    values: [view],
  };
}
