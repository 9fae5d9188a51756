import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERVER_ENGINE } from "./mariadb-scratch.ts";
import { MariadbSteps } from "./mariadb-steps.ts";

let store: MariadbSteps;
beforeAll(async () => {
  store = await MariadbSteps.create();
  await store.scratch.makeNumbers(9);
});
afterAll(() => store[Symbol.asyncDispose]());

/** The line of a one-row answer, as it was written. */
async function line(sql: string): Promise<string> {
  const { text, end } = await store.read(sql);
  expect(end).toMatchObject({ kind: "done", rows: 1 });
  return text;
}

/** A column of a type: what is put in, as SQL, and the value that comes out. */
const columns: readonly (readonly [type: string, put: string, value: string | null])[] = [
  ["TINYINT", "-128", "-128"],
  ["TINYINT UNSIGNED", "255", "255"],
  ["TINYINT(1)", "2", "2"],
  ["BOOLEAN", "TRUE", "1"],
  ["SMALLINT", "-32768", "-32768"],
  ["MEDIUMINT UNSIGNED", "16777215", "16777215"],
  ["INT", "-2147483648", "-2147483648"],
  ["INT(8) ZEROFILL", "42", "00000042"],
  ["BIGINT", "-9223372036854775808", "-9223372036854775808"],
  ["BIGINT UNSIGNED", "18446744073709551615", "18446744073709551615"],
  ["DECIMAL(20,6)", "1.5", "1.500000"],
  [
    "DECIMAL(65,30)",
    "-12345678901234567890123456789012345.123456789012345678901234567890",
    "-12345678901234567890123456789012345.123456789012345678901234567890",
  ],
  ["DECIMAL(6,2) ZEROFILL", "1.5", "0001.50"],
  ["FLOAT", "0.1", "0.1"],
  ["FLOAT", "16777217", "16777200"],
  ["FLOAT", "3.4e38", "3.4e38"],
  ["FLOAT(7,2)", "1.5", "1.50"],
  ["DOUBLE", "0.1", "0.1"],
  ["DOUBLE", "1e300", "1e300"],
  ["DOUBLE", "1e20", "1e20"],
  ["DOUBLE", "1e15", "1e15"],
  ["DOUBLE", "-1e-300", "-1e-300"],
  ["DOUBLE", "0.1e0 + 0.2e0", "0.30000000000000004"],
  ["BIT(1)", "b'1'", "1"],
  ["BIT(8)", "b'10101010'", "170"],
  ["BIT(64)", "x'FFFFFFFFFFFFFFFF'", "18446744073709551615"],
  ["BIT(12)", "b'0'", "0"],
  ["BIT(12)", "NULL", null],
  ["YEAR", "2024", "2024"],
  ["YEAR", "0", "0000"],
  ["DATE", "'2024-02-29'", "2024-02-29"],
  ["DATE", "'0000-00-00'", "0000-00-00"],
  ["DATE", "'2024-00-00'", "2024-00-00"],
  ["DATETIME", "'2026-09-18 14:05:00'", "2026-09-18 14:05:00"],
  ["DATETIME", "'0000-00-00 00:00:00'", "0000-00-00 00:00:00"],
  ["DATETIME(6)", "'2024-02-29 23:59:59.123456'", "2024-02-29 23:59:59.123456"],
  ["TIMESTAMP(3) NULL", "'2024-02-29 23:59:59.120'", "2024-02-29 23:59:59.120"],
  ["TIMESTAMP(6) NULL", "'0000-00-00'", "0000-00-00 00:00:00.000000"],
  ["TIME", "'-838:59:59'", "-838:59:59"],
  ["TIME", "'25:00:01'", "25:00:01"],
  ["TIME(6)", "'12:34:56.0001'", "12:34:56.000100"],
  ["CHAR(10)", "'ab '", "ab"],
  ["VARCHAR(100)", "''", ""],
  ["VARCHAR(100)", "NULL", null],
  ["VARCHAR(100)", "'a\"b\\\\c\\n\\t\\0\\r'", 'a"b\\c\n\t\0\r'],
  ["VARCHAR(100)", "'Ґанок 🏪 €'", "Ґанок 🏪 €"],
  ["VARCHAR(100) CHARACTER SET latin1", "'naïve €'", "naïve €"],
  ["VARCHAR(100) CHARACTER SET cp1251", "'Ґанок Привет'", "Ґанок Привет"],
  ["VARCHAR(100) CHARACTER SET latin1", "x'81'", "\u0081"],
  ["VARCHAR(100) CHARACTER SET cp1251", "x'98'", "?"],
  ["VARCHAR(100) CHARACTER SET koi8r", "'ёж'", "ёж"],
  ["VARCHAR(100) CHARACTER SET sjis", "'〜'", "〜"],
  ["VARCHAR(100) CHARACTER SET utf8mb3", "'ї€'", "ї€"],
  ["VARCHAR(100) CHARACTER SET ucs2", "'їжак'", "їжак"],
  ["VARCHAR(100) CHARACTER SET ucs2", "_ucs2 x'D83D'", "0xEDA0BD"],
  ["VARCHAR(100) CHARACTER SET utf16", "'🏪'", "🏪"],
  ["VARCHAR(100) CHARACTER SET ascii", "'abc'", "abc"],
  ["VARCHAR(100) COLLATE utf8mb4_bin", "'É'", "É"],
  ["TINYTEXT", "'t'", "t"],
  ["LONGTEXT", "REPEAT('їa', 20000)", "їa".repeat(20_000)],
  ["TEXT", "'0x41'", "0x41"],
  ["ENUM('a','ї')", "'ї'", "ї"],
  ["ENUM('a','b')", "'none of them'", ""],
  ["SET('x','y','z')", "'z,x'", "x,z"],
  ["SET('x','y')", "''", ""],
  ["BINARY(4)", "'ab'", "0x61620000"],
  ["VARBINARY(10)", "'ab'", "0x6162"],
  ["VARBINARY(10)", "''", "0x"],
  ["BLOB", "x'00FF10C3A9'", "0x00FF10C3A9"],
  ["LONGBLOB", "REPEAT(x'AB', 20000)", `0x${"AB".repeat(20_000)}`],
  ["VARCHAR(10) CHARACTER SET binary", "'a'", "0x61"],
  ["POINT", "POINT(1, 2)", "0x000000000101000000000000000000F03F0000000000000040"],
  ["LINESTRING", "NULL", null],
  [
    "GEOMETRY",
    "ST_GeomFromText('LINESTRING(0 0,1 1)', 4326)",
    `0xE61000000102000000020000${"0".repeat(34)}${"000000000000F03F".repeat(2)}`,
  ],
];

const JSON_PUT = `'{"b": 12345678901234567890, "a": 1.50,"c":"ї"}'`;
/** Types that one of the servers has, or keeps in a way of its own. */
const ownColumns: Readonly<Record<typeof SERVER_ENGINE, typeof columns>> = {
  mariadb: [
    ["VARCHAR(100) COMPRESSED", "'їжак'", "їжак"],
    ["JSON", JSON_PUT, JSON_PUT.slice(1, -1)],
    ["UUID", "'123e4567-e89b-12d3-a456-426655440000'", "123e4567-e89b-12d3-a456-426655440000"],
    ["INET6", "'::1'", "::1"],
  ],
  mysql: [
    ["JSON", JSON_PUT, '{"a": 1.5, "b": 12345678901234567890, "c": "ї"}'],
    ["JSON", "'\"text\"'", '"text"'],
    ["JSON", "NULL", null],
    ["VECTOR(2)", "STRING_TO_VECTOR('[1, -2]')", "0x0000803F000000C0"],
    ["GEOMCOLLECTION", "ST_GeomFromText('GEOMETRYCOLLECTION EMPTY')", "0x00000000010700000000000000"],
  ],
};

describe("a column's value is the text that the server prints [dbp-13]", () => {
  it.each([...columns, ...ownColumns[SERVER_ENGINE]])("%s with %s", async (type, put, value) => {
    await store.scratch.exec(
      "SET sql_mode = ''",
      "DROP TABLE IF EXISTS edge",
      `CREATE TABLE edge (x ${type})`,
      `INSERT INTO edge VALUES (${put})`,
    );
    expect(JSON.parse(await line("SELECT x FROM edge"))).toEqual({ x: value });
  });
});

/** Half a surrogate pair; MySQL lets it into no utf8mb4 column and makes NULL of it in a conversion. */
const HALF_PAIR = SERVER_ENGINE === "mariadb" ? "CONVERT(_ucs2 x'D83D' USING utf8mb4)" : "_ucs2 x'D83D'";

describe("a column that holds what is no UTF-8", () => {
  it("comes as these bytes, its other rows as texts", async () => {
    await store.scratch.exec(
      `CREATE TABLE broken AS SELECT CONCAT(_ucs2 x'00610434', ${HALF_PAIR}) AS x`,
      "INSERT INTO broken VALUES ('ґ'), (''), (NULL)",
    );
    const [column] = await store.scratch.exec("SHOW FULL COLUMNS FROM broken");
    expect(column?.Collation).toMatch(SERVER_ENGINE === "mariadb" ? /^utf8mb4_/ : /^ucs2_/);
    expect((await store.read("SELECT x FROM broken")).text).toBe(
      '{"x":"0x61D0B4EDA0BD"}\n{"x":"ґ"}\n{"x":""}\n{"x":null}\n',
    );
  });
});

describe("an expression's value", () => {
  it.each([
    ["COUNT(*)", "1"],
    ["1/3", "0.3333"],
    ["NULL", null],
    ["TRUE", "1"],
    ["''", ""],
    ["0x41", "0x41"],
    ["b'101'", "0x05"],
    ["SHA2('a', 224)", "abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5"],
    ["UNHEX('C3')", "0xC3"],
    ["CAST('x' AS BINARY)", "0x78"],
    ["CONCAT(1, 'ї')", "1ї"],
    ["SEC_TO_TIME(3020399)", "838:59:59"],
    ["JSON_EXTRACT('{\"b\": 12345678901234567890}', '$.b')", "12345678901234567890"],
  ])("%s", async (expression, value) => {
    expect(JSON.parse(await line(`SELECT ${expression} AS x`))).toEqual({ x: value });
  });

  it("a text that is not UTF-8 comes as its bytes, beside one that is", async () => {
    expect(await line(`SELECT ${HALF_PAIR} AS a, 'ї' AS b, CONCAT(_ucs2 x'0457', ${HALF_PAIR}) AS c`)).toBe(
      '{"a":"0xEDA0BD","b":"ї","c":"0xD197EDA0BD"}\n',
    );
    expect(JSON.parse(await line(`SELECT CONCAT(REPEAT(_ucs2 x'0457', 10000), ${HALF_PAIR}) AS x`))).toEqual({
      x: `0x${"D197".repeat(10_000)}EDA0BD`,
    });
  });
});

describe("a line", () => {
  it("keeps the columns' order whatever their names are", async () => {
    expect(await line('SELECT 1 AS b, 2 AS `10`, 3 AS `__proto__`, 4 AS ` `, 5 AS `q"\\`, 6 AS `ї`')).toBe(
      '{"b":"1","10":"2","__proto__":"3","":"4","q\\"\\\\":"5","ї":"6"}\n',
    );
  });

  it("holds the later value of equal names, in the place of the first, and they are told", async () => {
    const { text, end } = await store.read("SELECT 1 AS id, 'n' AS name, 2 AS id, NULL AS name, 3 AS ID");
    expect(text).toBe('{"id":"2","name":null,"ID":"3"}\n');
    expect(end).toEqual({ kind: "done", rows: 1, sameNames: ["id", "name"] });
  });

  it.each([250, 251, 65_535, 65_536, 8_000_000])("holds a value of %i bytes whole", async (size) => {
    const { text } = await store.read(`SELECT REPEAT('a', ${size}) AS x, 'end' AS y`);
    expect(text.length).toBe('{"x":"","y":"end"}\n'.length + size);
    expect(text.endsWith('a","y":"end"}\n')).toBe(true);
  });

  it("holds a row that travels as several packets", async () => {
    const { text } = await store.read("SELECT REPEAT('a', 9000000) AS x, REPEAT('ї', 4000000) AS y, 'end' AS z");
    expect(text).toBe(`{"x":"${"a".repeat(9_000_000)}","y":"${"ї".repeat(4_000_000)}","z":"end"}\n`);
  });
});

it("a big number goes back to the server as it came", async () => {
  await store.scratch.exec(
    "CREATE TABLE big (id BIGINT UNSIGNED PRIMARY KEY)",
    "INSERT INTO big VALUES (9007199254740993)",
  );
  const { text } = await store.read("SELECT id FROM big WHERE id = ?", ["9007199254740993"]);
  expect(text).toBe('{"id":"9007199254740993"}\n');
  expect((await store.read("SELECT id FROM big WHERE id = ?", [9007199254740993n])).text).toBe(text);
});

describe("a value bound to a statement", () => {
  it.each(["", "' OR 1=1 -- ", "\\", "\\'", 'a"b', "\0\n\u001a", "Ґ🏪", "%_"])("stays itself: %j", async (value) => {
    const { text } = await store.read("SELECT ? AS x, HEX(?) AS h, ? LIKE ? AS same", [value, value, value, value]);
    const hex = Buffer.from(value, "utf8").toString("hex").toUpperCase();
    expect(JSON.parse(text)).toMatchObject({ x: value, h: hex });
  });

  it("may be a number, NULL, bytes, and stand where a number must", async () => {
    const bytes = Uint8Array.from([0, 255]);
    const { text } = await store.read("SELECT ? AS n, ? AS z, ? AS b, - ? AS m FROM seq_1_to_9 LIMIT ?", [
      1.5,
      null,
      bytes,
      -3,
      1,
    ]);
    expect(JSON.parse(text)).toEqual({ n: "1.5", z: null, b: "0x00FF", m: "3" });
  });

  it("is not looked for in strings, names and comments", async () => {
    const { text } = await store.read("SELECT '?' AS `?`, ? AS y /* ? */ -- ?", ["v"]);
    expect(JSON.parse(text)).toEqual({ "?": "?", y: "v" });
  });
});
