/**
 * A name as every engine takes it. Backticks never turn into a text, as double quotes do on SQLite where no such column is.
 */
export function quotedName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}
