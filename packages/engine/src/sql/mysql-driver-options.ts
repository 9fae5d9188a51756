import type { ConnectionOptions } from "mysql2";
import type { MysqlAddress } from "./mysql-address.ts";

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
/** Of the driver's default flags: no file of this computer for the server, the server's own grammar, plain texts. */
const WITHOUT = ["-LOCAL_FILES", "-IGNORE_SPACE", "-CLIENT_QUERY_ATTRIBUTES"];

/** How the driver connects; one statement at a time is its default. */
export function driverOptions({ user, password, host, port, socket, tls, database }: MysqlAddress): ConnectionOptions {
  return {
    user,
    password,
    database,
    ...(socket === undefined ? { host, port } : { socketPath: socket }),
    ...(tls === "off" ? {} : { ssl: { rejectUnauthorized: tls === "on", verifyIdentity: tls === "on" } }),
    charset: "UTF8MB4_GENERAL_CI",
    flags: WITHOUT,
    connectTimeout: CONNECT_MS,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    connectAttributes: { program_name: "prilavok" },
  };
}
