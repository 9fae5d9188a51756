import type { Database } from "./database.ts";

/** What a database account may do that a store never asks for, in the server's words. */
export interface AccountExcess {
  /** `'user'@'host'`. */
  readonly account: string;
  /** By place, beyond the store's database: `FILE, SUPER on *.*`, `SELECT on other.*`, `GRANT OPTION on shop.*`. */
  readonly beyond: readonly string[];
  /** Within it: `EVENT`. */
  readonly within: readonly string[];
}

/** All that a store asks a server for, on its own database. `docs/guide/mariadb.md` gives an account these. */
const NEEDED_PRIVILEGES: readonly string[] = [
  ...["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "INDEX", "TRIGGER"],
  ...["CREATE TEMPORARY TABLES", "SHOW VIEW", "EXECUTE"],
];

const GRANT =
  /^GRANT (?<privileges>.+?) ON (?:(?:PROCEDURE|FUNCTION|PACKAGE|PACKAGE BODY|TABLE) )?(?<place>(?:`(?:[^`]|``)*`|\*)\.(?:`(?:[^`]|``)*`|\*)) TO /;
const PROXY = /^GRANT PROXY ON (?<place>.+?) TO /;

/** Reads the rights of the account that `db` works under, roles that are on included; undefined on SQLite. */
export async function findAccountExcess(db: Database): Promise<AccountExcess | undefined> {
  if (db.dialect === "sqlite") return undefined;
  const [who] = await db.all<{ account: string; name: string }>("SELECT CURRENT_USER() AS account, DATABASE() AS name");
  const grants = (await db.all("SHOW GRANTS")).map((row) => String(Object.values(row as object)[0]));
  return { account: who?.account ?? "", ...sortGrants(grants, who?.name ?? "") };
}

/** Lines of `SHOW GRANTS` by what a store in the database `name` has no need of. */
export function sortGrants(grants: readonly string[], name: string): Pick<AccountExcess, "beyond" | "within"> {
  const beyond: string[] = [];
  const within: string[] = [];
  for (const grant of grants) {
    const { privileges = "PROXY", place = "" } = (GRANT.exec(grant) ?? PROXY.exec(grant))?.groups ?? {
      privileges: "USAGE",
    };
    const held = splitPrivileges(privileges).filter((privilege) => privilege !== "USAGE");
    const shown = place.replaceAll("`", "");
    const outside = isWithin(place, name) ? [] : held;
    if (outside.length === 0)
      within.push(...held.filter((each) => !NEEDED_PRIVILEGES.includes(each.replace(/ \(.*/, ""))));
    if (/ WITH (?:.* )?GRANT OPTION/.test(grant)) outside.push("GRANT OPTION");
    if (outside.length > 0) beyond.push(`${outside.join(", ")} on ${shown}`);
  }
  return { beyond, within: [...new Set(within)] };
}

/** A comma between parentheses parts columns: `SELECT (a, b), INSERT`. */
function splitPrivileges(text: string): string[] {
  return text.split(/, ?(?![^(]*\))/);
}

/** Names of databases in grants are patterns, in which `\_` is an underscore. */
function isWithin(place: string, name: string): boolean {
  const database = /^`((?:[^`]|``)*)`\./.exec(place)?.[1]?.replaceAll("``", "`");
  return database === name || database?.replace(/\\([_%])/g, "$1") === name;
}
