import { treePlaces } from "../store/tree-places.ts";

/** A row of a tree table; ids are digits, of any size. */
export interface TreeRow {
  readonly id: string;
  readonly tindex: string;
  readonly tlevel: number;
  readonly absindex: number;
}

/** The parent of the uppermost nodes. */
export const TOP = "0";

/** Whether a node is a branch's root or stands somewhere below it. */
export function isInside(rows: readonly TreeRow[], id: string, branch: string): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.tindex]));
  // A table that was written by hand may hold a ring.
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === branch) return true;
    seen.add(at);
  }
  return false;
}

/** The branch hung under another parent, behind the children it has. */
export function moveBranch(rows: readonly TreeRow[], id: string, parent: string): TreeRow[] {
  const moved = rows.filter((row) => row.id === id).map((row) => ({ ...row, tindex: parent }));
  return [...rows.filter((row) => row.id !== id), ...moved];
}

/** The node one place nearer to the start (-1) or the end (1) of its siblings; the outermost one stays. */
export function shiftNode(rows: readonly TreeRow[], id: string, by: -1 | 1): TreeRow[] {
  const parent = rows.find((row) => row.id === id)?.tindex;
  const siblings = rows.filter((row) => row.tindex === parent);
  const at = siblings.findIndex((row) => row.id === id);
  const [node, other] = [siblings[at], siblings[at + by]];
  if (node === undefined || other === undefined) return [...rows];
  return rows.map((row) => (row === node ? other : row === other ? node : row));
}

/** The ids of a branch: its root and all that stands below. */
export function branchIds(rows: readonly TreeRow[], id: string): string[] {
  return [
    id,
    ...treePlaces(
      rows.filter((row) => row.id !== id),
      id,
    ).map((place) => place.id),
  ];
}

/** The rows that the table does not hold yet as they have to be, siblings in the order they come in. */
export function rowsToWrite(before: readonly TreeRow[], after: readonly TreeRow[]): TreeRow[] {
  const kept = new Map(before.map((row) => [row.id, row]));
  const parents = new Map(after.map((row) => [row.id, row.tindex]));
  const placed = treePlaces(after, TOP).map((place) => ({ ...place, tindex: parents.get(place.id) ?? TOP }));
  return placed.filter(({ id, tindex, tlevel, absindex }) => {
    const row = kept.get(id);
    return row?.tindex !== tindex || row.tlevel !== tlevel || row.absindex !== absindex;
  });
}
