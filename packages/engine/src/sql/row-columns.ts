/** Columns as the lines of an answer show them. */
export interface LineColumns {
  /** What stands before each value, `{"id":` or `,"name":`, with the place in the row it is taken from. */
  readonly columns: readonly { readonly start: Uint8Array; readonly source: number }[];
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
