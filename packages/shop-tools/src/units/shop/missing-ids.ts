const SHOWN = 20;

/** The refusal that names the ids which are not among `known` (digits, as the database prints them), or nothing. */
export function missingIds(
  what: string,
  ids: readonly (number | bigint)[],
  known: ReadonlySet<string | null | undefined>,
): string | undefined {
  const missing = [...new Set(ids.map(String))].filter((id) => !known.has(id));
  if (missing.length === 0) return undefined;
  const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : "";
  return `There is no ${what} with the id ${missing.slice(0, SHOWN).join(", ")}${more}. Nothing was written`;
}
