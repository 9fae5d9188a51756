/** The address of a module: `melbis_agent_currency.ts` is `MELBIS_AGENT_CURRENCY`; undefined where the name is none. */
export function unitOfModule(file: string): string | undefined {
  return /^([a-z0-9_][a-z0-9_-]{0,99})\.(?:ts|mts|js|mjs)$/.exec(file)?.[1]?.toUpperCase();
}
