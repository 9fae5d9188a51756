const MOST = 5;

/** Up to five of the names that a misspelled one could mean, the closest first. Case does not count. */
export function similarNames(wanted: string, names: Iterable<string>): string[] {
  const asked = wanted.toLowerCase().slice(0, 100);
  const near = [...names].map((name) => ({ name, far: distance(asked, name.toLowerCase()) }));
  return near
    .filter(({ name, far }) => far <= Math.ceil(asked.length / 3) || holdsOther(asked, name.toLowerCase()))
    .sort((one, other) => one.far - other.far || (one.name < other.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

function holdsOther(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= 3 && (one.includes(other) || other.includes(one));
}

/** Levenshtein's distance: single letters put in, taken out or changed. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      line.push(Math.min(changed, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
