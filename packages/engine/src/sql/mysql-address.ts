import { serverAddressRefusals } from "@prilavok/protocol";

/** Where a database on a server is, and who logs in. */
export interface MysqlAddress {
  readonly user: string;
  readonly password: string;
  readonly host: string;
  readonly port: number;
  /** A socket file in the place of host and port. */
  readonly socket: string | undefined;
  readonly tls: "off" | "on" | "unverified";
  readonly database: string;
}

const FORM = /^(?:mysql|mariadb):\/\/(?:([\s\S]*)@)?(\[[^\]]*\]|[^:/?@]*)(?::([^/?@]*))?(?:\/([^?@]*))?(?:\?([^@]*))?$/;
const PARAMETERS = ["socket", "ssl"];
const TLS = ["on", "unverified"] as const;

/**
 * Reads `mysql://user:password@host:port/database?socket=…&ssl=…`. The password takes any characters: it ends at the last
 * `@`. `%XX` stands for a byte anywhere, another `%` for itself.
 */
export function readMysqlAddress(url: string): MysqlAddress | { readonly problem: string } {
  const [, login = "", host = "", port = "", database = "", parameters = ""] = FORM.exec(url) ?? [];
  if (!FORM.test(url)) return { problem: serverAddressRefusals.form };
  const [, user = "", password = ""] = /^([^:]*)(?::([\s\S]*))?$/.exec(login) ?? [];
  if (user === "") return { problem: serverAddressRefusals.noUser };
  if (database === "") return { problem: serverAddressRefusals.noDatabase };
  if (port !== "" && !isPort(port)) return { problem: serverAddressRefusals.port };
  const given = readParameters(parameters);
  if ("problem" in given) return given;
  return {
    user: decoded(user),
    password: decoded(password),
    host: host === "" ? "127.0.0.1" : decoded(host.replace(/^\[(.*)\]$/, "$1")),
    port: port === "" ? 3306 : Number(port),
    database: decoded(database),
    ...given,
  };
}

/** The address as it may be written down where the password stands elsewhere. */
export function withoutPassword(url: string): string {
  const [, scheme = "", login = "", rest = ""] = /^(\w+:\/\/)([\s\S]*)(@[^@]*)$/.exec(url) ?? [];
  return scheme === "" ? url : scheme + login.replace(/:[\s\S]*$/, "") + rest;
}

/** The place as refusals name it. */
export function placeName({ host, port, socket, database }: MysqlAddress): string {
  return `${socket ?? `${host}:${port}`}/${database}`;
}

function isPort(text: string): boolean {
  return /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function readParameters(text: string): Pick<MysqlAddress, "socket" | "tls"> | { readonly problem: string } {
  const given = new URLSearchParams(text);
  const unknown = [...given.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return { problem: serverAddressRefusals.unknownParameter(unknown, PARAMETERS) };
  const ssl = given.get("ssl") ?? "off";
  const tls = ssl === "off" ? ssl : TLS.find((word) => word === ssl);
  if (tls === undefined) return { problem: serverAddressRefusals.parameter("ssl", TLS) };
  return { socket: given.get("socket") ?? undefined, tls };
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    const decodedBytes = Buffer.from(bytes.replaceAll("%", ""), "hex");
    const characters = decodedBytes.toString("utf8");
    return Buffer.from(characters, "utf8").equals(decodedBytes) ? characters : bytes;
  });
}
