/** Tables are named bare (`store`, `_store`) or real (`ms_store`); a real name of the store's nick is read first. */
export function realTableName(name: string, tables: ReadonlySet<string>, nick: string): string | undefined {
  const prefix = `${nick}_`;
  const bare = name.startsWith("_") ? name.slice(1) : name;
  const candidates = name.startsWith(prefix) ? [name, prefix + name] : [prefix + bare, name];
  return candidates.find((candidate) => tables.has(candidate));
}

/** A real name without the store's nick, as answers spell it. */
export function bareTableName(real: string, nick: string): string {
  return real.startsWith(`${nick}_`) ? real.slice(nick.length + 1) : real;
}
