/** A node of a tree table by its parent, as `tindex` keeps it (0 is the top). */
export interface TreeNode {
  readonly id: number;
  readonly tindex: number;
}

/** What the other two columns of a tree table hold: the top has `tlevel` 0, the first row in preorder `absindex` 1. */
export interface TreePlace {
  readonly id: number;
  readonly tlevel: number;
  readonly absindex: number;
}

/** The places of a whole tree in preorder; siblings keep the order they come in. Nodes hung on nobody are left out. */
export function treePlaces(nodes: readonly TreeNode[]): TreePlace[] {
  const children = new Map<number, number[]>();
  for (const { id, tindex } of nodes) children.set(tindex, [...(children.get(tindex) ?? []), id]);
  const places: TreePlace[] = [];
  const rest = (children.get(0) ?? []).map((id) => ({ id, tlevel: 0 })).reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const { id, tlevel } = node;
    places.push({ id, tlevel, absindex: places.length + 1 });
    rest.push(...(children.get(id) ?? []).map((child) => ({ id: child, tlevel: tlevel + 1 })).reverse());
  }
  return places;
}
