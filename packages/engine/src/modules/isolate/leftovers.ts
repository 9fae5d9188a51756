import { fstatSync } from "node:fs";

/** The descriptors an isolate lives by: requests, answers, the parent's life. */
const OWN_DESCRIPTORS = [0, 3, 4];

/**
 * What keeps the process busy now; the answer tells, later, whether more does: a timer, a connection or a
 * descriptor of Core's that the command took away.
 */
export function watchLeftovers(): () => boolean {
  const before = countResources();
  const descriptors = OWN_DESCRIPTORS.map(identityOf);
  return () => {
    const added = [...countResources()].some(([kind, count]) => count > (before.get(kind) ?? 0));
    return added || OWN_DESCRIPTORS.some((descriptor, at) => identityOf(descriptor) !== descriptors[at]);
  };
}

function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function identityOf(descriptor: number): string {
  try {
    const { dev, ino } = fstatSync(descriptor);
    return `${dev}:${ino}`;
  } catch {
    return "closed";
  }
}
