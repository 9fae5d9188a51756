type Row = Readonly<Record<string, string | null>>;

/** The columns a list may be sorted by. */
export interface SortableColumns {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
}

/** The ids in their new order, or why there is none. */
export type Reordered = { readonly order: readonly string[] } | { readonly refusal: string };

/**
 * Puts the rows of a list, which come in their order, into another one. `POS` takes `[{"id": 22}]` to the front in that
 * order, `MOVE` shifts `[{"id": 22, "inc": -5}]` by places and stops at an end, `SORT` lays the whole list by
 * `{"field": "name", "direction": "ASC"}`.
 */
export function reorder(rows: readonly Row[], type: string, data: unknown, columns: SortableColumns): Reordered {
  switch (type.toUpperCase()) {
    case "POS":
      return toFront(rows, data);
    case "MOVE":
      return shift(rows, data);
    case "SORT":
      return sort(rows, data, columns);
    default:
      return refused(`type takes POS, MOVE or SORT, and [${type}] is none`);
  }
}

function toFront(rows: readonly Row[], data: unknown): Reordered {
  const moves = readMoves(rows, data, ["id"]);
  if ("refusal" in moves) return moves;
  const front = moves.list.map((move) => move.id);
  const twice = front.find((id, at) => front.indexOf(id) !== at);
  if (twice !== undefined) return refused(`data names the id ${twice} twice, and a row has one place`);
  const rest = rows.map((row) => String(row.id)).filter((id) => !front.includes(id));
  return { order: [...front, ...rest] };
}

function shift(rows: readonly Row[], data: unknown): Reordered {
  const moves = readMoves(rows, data, ["id", "inc"]);
  if ("refusal" in moves) return moves;
  const order = rows.map((row) => String(row.id));
  for (const { id, inc } of moves.list) {
    const from = order.indexOf(id);
    order.splice(from, 1);
    order.splice(Math.max(0, from + inc), 0, id);
  }
  return { order };
}

interface Move {
  readonly id: string;
  readonly inc: number;
}

function readMoves(
  rows: readonly Row[],
  data: unknown,
  keys: readonly string[],
): { readonly list: readonly Move[] } | { readonly refusal: string } {
  const example = keys.includes("inc") ? '[{"id": 22, "inc": -5}]' : '[{"id": 22}]';
  if (!Array.isArray(data) || data.length === 0) return refused(`data takes a list like ${example}`);
  const known = new Set(rows.map((row) => row.id));
  const list: Move[] = [];
  const missing: string[] = [];
  for (const [at, entry] of data.entries()) {
    const given = readObject(entry, keys);
    const id = wholeNumber(given?.id);
    const inc = wholeNumber(given?.inc ?? 0);
    const complete = keys.every((key) => given?.[key] !== undefined);
    if (!complete || id === undefined || inc === undefined) {
      return refused(`data[${at}] is not like ${example}: whole numbers, and no other key`);
    }
    if (!known.has(String(id))) missing.push(String(id));
    list.push({ id: String(id), inc });
  }
  return missing.length === 0 ? { list } : refused(`there is no row with the id ${[...new Set(missing)].join(", ")}`);
}

function sort(rows: readonly Row[], data: unknown, { texts, numbers }: SortableColumns): Reordered {
  const given = readObject(data, ["field", "direction"]);
  const field = String(given?.field);
  const direction = String(given?.direction ?? "ASC").toUpperCase();
  if (given === undefined || ![...texts, ...numbers].includes(field) || !["ASC", "DESC"].includes(direction)) {
    return refused(
      `data takes {"field": "name", "direction": "ASC"}: field one of ${[...texts, ...numbers].join(", ")}, direction ASC or DESC`,
    );
  }
  const sign = direction === "DESC" ? -1 : 1;
  const collator = new Intl.Collator("en");
  const compare = (left: Row, right: Row) =>
    texts.includes(field)
      ? collator.compare(left[field] ?? "", right[field] ?? "")
      : Number(left[field] ?? 0) - Number(right[field] ?? 0);
  return { order: rows.toSorted((left, right) => sign * compare(left, right)).map((row) => String(row.id)) };
}

/** An object of these keys and no other; undefined for anything else. */
function readObject(value: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries: [string, unknown][] = Object.entries(value);
  return entries.every(([key]) => keys.includes(key)) ? Object.fromEntries(entries) : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  const isSpelling = typeof value === "string" && /^-?[0-9]+$/.test(value);
  const number = isSpelling || typeof value === "number" ? Number(value) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

function refused(reason: string): { readonly refusal: string } {
  return { refusal: `The order was left as it is: ${reason}` };
}
