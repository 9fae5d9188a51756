import { expect, test } from "vitest";
import { createTable } from "./create-table.ts";
import { readTable } from "./table-notation.ts";

const goods = readTable(
  "goods",
  "id bigint u, code char(255), price decimal(10,2), how int, group_id int u null, made datetime, descr text",
  "primary id; code(250); unique group_id, code",
);
const auto = readTable("line", "id int u auto, pos tinyint u", "primary id");

test("SQLite keeps MariaDB's spelling of the types and names indexes by their table", () => {
  expect(createTable(goods, "sqlite")).toEqual([
    `CREATE TABLE "{DBNICK}_goods" (
  "id" "bigint(20) unsigned" NOT NULL DEFAULT 0,
  "code" "varchar(255)" NOT NULL DEFAULT '',
  "price" "decimal(10,2)" NOT NULL DEFAULT 0,
  "how" "int(11)" NOT NULL DEFAULT 0,
  "group_id" "int(10) unsigned" NULL DEFAULT NULL,
  "made" "datetime" NOT NULL DEFAULT '2000-01-01 00:00:00',
  "descr" "text" NOT NULL DEFAULT (''),
  PRIMARY KEY ("id")
)`,
    `CREATE INDEX "{DBNICK}_goods_code" ON "{DBNICK}_goods" ("code")`,
    `CREATE UNIQUE INDEX "{DBNICK}_goods_group_id_code" ON "{DBNICK}_goods" ("group_id", "code")`,
  ]);
});

test("an id that SQLite issues is the row's own number", () => {
  expect(createTable(auto, "sqlite")[0]).toContain('"id" INTEGER PRIMARY KEY AUTOINCREMENT');
});

test("MariaDB gets InnoDB, utf8mb4 and prefix keys", () => {
  const [statement] = createTable(goods, "mariadb");
  expect(statement).toContain("`id` bigint(20) unsigned NOT NULL DEFAULT 0");
  expect(statement).toContain("KEY `code` (`code`(250))");
  expect(statement).toContain("UNIQUE KEY `group_id_code` (`group_id`, `code`)");
  expect(statement).toMatch(/ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='Prilavok'$/);
  expect(createTable(auto, "mariadb")[0]).toContain("`id` int(10) unsigned NOT NULL AUTO_INCREMENT");
});

test("MySQL gets integers without a display width", () => {
  expect(createTable(goods, "mysql")[0]).toContain("`id` bigint unsigned NOT NULL DEFAULT 0");
});
