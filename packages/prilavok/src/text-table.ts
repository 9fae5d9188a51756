/** Rows under their headings, the columns aligned by spaces; `nothing` where there are no rows. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[], nothing: string): string {
  if (rows.length === 0) return nothing;
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? "")].length)));
  return lines
    .map((line) => line.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}
