/** A node of a tree table by its parent, as `tindex` keeps it. */
export interface TreeNode<Id> {
  readonly id: Id;
  readonly tindex: Id;
}

/** What the other two columns of a tree table hold: the top has `tlevel` 0, the first row in preorder `absindex` 1. */
export interface TreePlace<Id> {
  readonly id: Id;
  readonly tlevel: number;
  readonly absindex: number;
}

/**
 * The places of a whole tree in preorder; siblings keep the order they come in. `top` is the parent of the uppermost nodes,
 * 0 in the table. Nodes hung on nobody are left out.
 */
export function treePlaces<Id extends number | string>(nodes: readonly TreeNode<Id>[], top: Id): TreePlace<Id>[] {
  const children = new Map<Id, Id[]>();
  for (const { id, tindex } of nodes) {
    const siblings = children.get(tindex);
    if (siblings === undefined) children.set(tindex, [id]);
    else siblings.push(id);
  }
  const places: TreePlace<Id>[] = [];
  const rest = (children.get(top) ?? []).map((id) => ({ id, tlevel: 0 })).reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const { id, tlevel } = node;
    places.push({ id, tlevel, absindex: places.length + 1 });
    for (const child of (children.get(id) ?? []).reverse()) rest.push({ id: child, tlevel: tlevel + 1 });
  }
  return places;
}
