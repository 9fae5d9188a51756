/** Whether lists and objects stand inside one another in a value deeper than `levels`; works on whatever JSON.parse made. */
export function isDeeper(value: unknown, levels: number): boolean {
  let layer: readonly object[] = isContainer(value) ? [value] : [];
  for (let level = 0; layer.length > 0; level += 1) {
    if (level === levels) return true;
    const next: object[] = [];
    for (const container of layer) {
      for (const item of Array.isArray(container) ? container : Object.values(container)) {
        if (isContainer(item)) next.push(item);
      }
    }
    layer = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
