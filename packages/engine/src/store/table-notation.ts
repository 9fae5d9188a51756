/** A table of the schema, read from the notation of the reference: `id int u, name char(100), user_id int u null`. */

export type ColumnType =
  | { readonly kind: "tinyint" | "int" | "bigint"; readonly unsigned: boolean }
  | { readonly kind: "char"; readonly length: number }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly kind: "text" | "datetime" };

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The database issues the id. */
  readonly auto: boolean;
}

/** A key column; `length` is the indexed prefix in characters, where the database keeps prefixes. */
interface KeyColumn {
  readonly name: string;
  readonly length: number | undefined;
}

export interface TableKey {
  readonly kind: "primary" | "unique" | "plain";
  readonly columns: readonly KeyColumn[];
}

/** A table by its bare name; the store's nick is put before it in the database. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly keys: readonly TableKey[];
  /** Rows form a tree: `tindex` the parent's id, `tlevel` the depth, `absindex` the place in preorder. */
  readonly tree: boolean;
  /** Ids come from the table's row in `generator`. */
  readonly generator: boolean;
}

/** Reads one table. Columns are divided by commas, keys by semicolons; throws at text that is not the notation. */
export function readTable(name: string, columnsText: string, keysText: string): Table {
  const columns = readColumns(columnsText);
  const keys = keysText.split(";").map((text) => readKey(text.trim()));
  const has = (column: string) => columns.some((one) => one.name === column);
  const stray = keys.flatMap((key) => key.columns).find((column) => !has(column.name));
  if (stray) throw new Error(`${name}: a key over ${stray.name}, which is no column`);
  return {
    name,
    columns,
    keys,
    tree: has("tindex") && has("tlevel") && has("absindex"),
    generator: columns.some((column) => column.name === "id" && !column.auto),
  };
}

/** Reads a list of columns; the commas of `decimal(10,2)` divide nothing. */
export function readColumns(text: string): Column[] {
  return text.split(/,(?![^(]*\))/).map((part) => readColumn(part.trim()));
}

function readColumn(text: string): Column {
  const match = /^([a-z][a-z0-9_]*) ([a-z]+)(?:\((\d+)(?:,(\d+))?\))?( u)?( null)?( auto)?$/.exec(text);
  if (!match) throw new Error(`not a column: ${text}`);
  const [, name = "", kind = "", first, second, unsigned, nullable, auto] = match;
  return {
    name,
    type: columnType(kind, first, second, unsigned !== undefined),
    nullable: nullable !== undefined,
    auto: auto !== undefined,
  };
}

function columnType(
  kind: string,
  first: string | undefined,
  second: string | undefined,
  unsigned: boolean,
): ColumnType {
  switch (kind) {
    case "tinyint":
    case "int":
    case "bigint":
      return { kind, unsigned };
    case "char":
      return { kind, length: Number(first) };
    case "decimal":
      return { kind, precision: Number(first), scale: Number(second) };
    case "text":
    case "datetime":
      return { kind };
    default:
      throw new Error(`not a column type: ${kind}`);
  }
}

function readKey(text: string): TableKey {
  const [, word, list = ""] = /^(primary |unique )?(.+)$/.exec(text) ?? [];
  const columns = list.split(",").map((part) => {
    const match = /^([a-z0-9_]+)(?:\((\d+)\))?$/.exec(part.trim());
    if (!match) throw new Error(`not a key: ${text}`);
    return { name: match[1] ?? "", length: match[2] === undefined ? undefined : Number(match[2]) };
  });
  return { kind: word === undefined ? "plain" : word === "primary " ? "primary" : "unique", columns };
}
