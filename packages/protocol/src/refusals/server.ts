/** What is wrong with the address of a database server, behind the name of the option or the key; it never shows the address. */
export const serverAddressRefusals = {
  form: "takes an address like mysql://user:password@host:3306/database",
  noUser: "names no user: write mysql://user:password@host/database",
  noDatabase: "names no database: write mysql://user:password@host/database",
  port: "names a port that is none: it takes a number from 1 to 65535",
  unknownParameter: (name: string, known: readonly string[]) =>
    `holds an unknown parameter [${name}]; the known ones: ${known.join(", ")}`,
  parameter: (name: string, takes: readonly string[]) => `holds a wrong [${name}]: it takes ${takes.join(" or ")}`,
} as const;

/** Refusals about a store on a database server (MariaDB, MySQL). `place` is `host:port/database`, never with a user or a password. */
export const serverRefusals = {
  unreachable: (place: string, reason: string) =>
    `The database server at ${place} cannot be used: ${reason}. ${whatToLookAt(reason)}`,
  lostConnection: "the connection was lost",
  noAnswer: "it does not answer",
  nobodyListens: "nobody listens there",
  noSuchHost: "there is no such host",
  notPermitted: "the way to it is barred",
  noTls: "it offers no TLS, and the address asks for it",
  tls: (reason: string) => `TLS failed: ${reason}`,
} as const;

/** The server's own words tell whether a password came at all. */
function whatToLookAt(reason: string): string {
  if (reason.includes("using password: NO"))
    return "No password was given: set PRILAVOK_DB_PASSWORD, or name a file that holds it as passwordFile in db of store.json.";
  if (reason.startsWith("Access denied"))
    return "Look whether the user, the password and the host in the account's name are right: PRILAVOK_DB_PASSWORD goes before db of store.json.";
  if (/^WSREP|read[-_]only|replication hook/.test(reason))
    return "It stands but does not take this now, as a server that has lost the others of its cluster or only reads: repeat the call in a few seconds, and look at the server where that lasts.";
  return "Look whether it runs and whether db in store.json names it rightly.";
}
