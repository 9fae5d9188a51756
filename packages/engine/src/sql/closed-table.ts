import { plainCapitals } from "./lex-characters.ts";

/** Tables that keep what lets a person in (hashes of passwords and tokens, guesses at them), and what modules threw. */
const CLOSED_TABLES = ["user_password", "device_token", "password_guess", "agent_activity"];
/** SQLite's own list of the database's files, a table or a PRAGMA: where on Core's disk the store stands. */
export const FILES_OF_THE_DATABASE = "database_list";
const CLOSED_NAME = new RegExp(String.raw`(?<![\w$])([a-z]\w{0,15})_(?:${CLOSED_TABLES.join("|")})(?![\w$])`, "g");

/**
 * A closed table that a statement names, by its real name. No spelling of a name, quoted or not, divides it, so its letters
 * stand in the text whole; a literal that holds them is refused with it.
 */
export function findClosedTable(sql: string, nick: string): string | undefined {
  const text = plainCapitals(sql);
  return [...CLOSED_TABLES.map((table) => `${nick}_${table}`), FILES_OF_THE_DATABASE].find((real) =>
    text.includes(plainCapitals(real)),
  );
}

/** Names in a statement that would be closed tables of a store of another nick, with that nick, small. */
export function findClosedNames(sql: string): { readonly name: string; readonly nick: string }[] {
  return [...plainCapitals(sql).toLowerCase().matchAll(CLOSED_NAME)].map(([name, nick = ""]) => ({ name, nick }));
}
