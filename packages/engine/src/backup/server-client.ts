import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { backupRefusals } from "@prilavok/protocol";
import type { MysqlAddress } from "../sql/mysql-address.ts";

/** The server's own programs, by the names its distributions give them. */
const PROGRAMS = { dump: ["mariadb-dump", "mysqldump"], load: ["mariadb", "mysql"] } as const;
const MAX_WORDS = 2000;

/** What a program of the server says when it fails, in its own words. */
export class ClientFailed extends Error {
  override readonly name = "ClientFailed";
}

/**
 * Runs a program of the server's over its standard streams. The password is in a file of mode 0600 in `folder`, in no list
 * of processes. Throws `ClientFailed`.
 */
export async function runServerClient(
  task: keyof typeof PROGRAMS,
  address: MysqlAddress,
  folder: string,
  words: readonly string[],
  streams: { readonly input?: Readable; readonly output?: Writable },
): Promise<void> {
  const settings = join(folder, "client.cnf");
  await writeFile(settings, settingsText(address), { mode: 0o600 });
  const child = await startFirst(PROGRAMS[task], [`--defaults-extra-file=${settings}`, ...words]);
  let said = "";
  child.stderr.on("data", (piece: Buffer) => {
    said = (said + piece.toString("utf8")).slice(-MAX_WORDS);
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const flows = await Promise.allSettled([
    pipeline(streams.input ?? Readable.from([]), child.stdin),
    pipeline(child.stdout, streams.output ?? new PassThrough().resume()),
  ]);
  // A program that fails closes its streams; what it said is the reason then, not the broken pipe.
  if ((await ended) !== 0) throw new ClientFailed(said.trim().split("\n").at(-1) ?? "");
  for (const flow of flows) if (flow.status === "rejected") throw flow.reason;
}

async function startFirst(
  programs: readonly string[],
  words: readonly string[],
): Promise<ChildProcessWithoutNullStreams> {
  for (const program of programs) {
    const child = spawn(program, words, { stdio: "pipe" });
    const started = await new Promise<boolean>((resolve) => {
      child.once("spawn", () => resolve(true));
      child.once("error", () => resolve(false));
    });
    if (started) return child;
  }
  throw new ClientFailed(backupRefusals.noClient(programs));
}

/**
 * `loose`: the programs of MariaDB and of MySQL spell TLS differently and pass over what is the other's. MySQL's dump program
 * would take the server's own transaction numbers along, which takes rights beyond a store's and fits no other database.
 */
function settingsText({ user, password, host, port, socket, tls }: MysqlAddress): string {
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const place =
    socket === undefined ? [`host=${quoted(host)}`, `port=${port}`, "protocol=tcp"] : [`socket=${quoted(socket)}`];
  const secure = {
    off: ["loose-skip-ssl", "loose-ssl-mode=DISABLED"],
    on: ["loose-ssl", "loose-ssl-verify-server-cert", "loose-ssl-mode=VERIFY_IDENTITY"],
    unverified: ["loose-ssl", "loose-skip-ssl-verify-server-cert", "loose-ssl-mode=REQUIRED"],
  }[tls];
  const lines = ["[client]", `user=${quoted(user)}`, `password=${quoted(password)}`, ...place, ...secure];
  const dump = ["[mysqldump]", "loose-set-gtid-purged=OFF"];
  return `${[...lines, "default-character-set=utf8mb4", ...dump].join("\n")}\n`;
}
