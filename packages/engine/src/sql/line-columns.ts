/** A single value longer than this is not written, in bytes. */
export const MAX_VALUE_BYTES = 64 * 1024 * 1024;

export interface LineColumn {
  /** What stands before the value: `{"id":` or `,"name":`. */
  readonly start: Uint8Array;
  /** Where the row holds the value: of equal names the last one. */
  readonly source: number;
}

/** Columns as the lines of an answer show them. */
export interface LineColumns {
  readonly columns: readonly LineColumn[];
  /** The names that more than one column has. */
  readonly sameNames: readonly string[];
}

/** Columns keep their order whatever their names are; of equal names the place is the first's, the value the last's. */
export function lineColumns(names: readonly string[]): LineColumns {
  const distinct = [...new Set(names)];
  return {
    columns: distinct.map((name, place) => ({
      start: Buffer.from(`${place === 0 ? "{" : ","}${JSON.stringify(name)}:`, "utf8"),
      source: names.lastIndexOf(name),
    })),
    sameNames: distinct.filter((name) => names.indexOf(name) !== names.lastIndexOf(name)),
  };
}
