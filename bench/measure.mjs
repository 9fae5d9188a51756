/**
 * Milliseconds of each action, taken in turn so that a drift of the machine meets all alike; the first rounds do not count.
 * `best` is the best tenth: what a call costs where the machine had nothing else to do.
 */
export async function interleave(actions, { rounds, warmUp }) {
  const times = Object.fromEntries(Object.keys(actions).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, action] of Object.entries(actions)) {
      const startedAt = performance.now();
      await action();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, summarize(list)]));
}

function summarize(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { best: at(0.1), median: at(0.5), p95: at(0.95) };
}

export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const times = (value) => `${value.toFixed(2)} x`;

/** Prints a table with a title: rows of cells, the first row the heads. */
export function report(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => String(cell).padEnd(widths[column])).join("  ")}`.trimEnd());
}
