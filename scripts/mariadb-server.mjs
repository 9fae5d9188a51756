import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "./run.mjs";

const LOCAL_PORT = 3306;
const START_MS = 60_000;
/** Where distributions keep a server that is not in a user's path. */
const PLACES = ["/usr/sbin", "/usr/libexec", "/usr/local/sbin", "/opt/homebrew/bin"];

/** What is not on the disk is lost with the computer, which these tests do not play; a power cut is no part of them. */
const HASTE = ["--innodb-flush-log-at-trx-commit=0", "--innodb-doublewrite=0", "--innodb-log-file-size=32M"];

/**
 * The server of the tests that need MariaDB: the one that `PRILAVOK_TEST_SERVER` names, else one of their own for as long
 * as they run, else the one that answers on this computer. Where there is none it is installed with apt; where that is not
 * possible the tests fail in words.
 */
export async function setup() {
  if (process.env.PRILAVOK_TEST_SERVER !== undefined) return undefined;
  const there = findServer();
  if (there === undefined && (await answers(LOCAL_PORT))) return undefined;
  const programs = there ?? installServer();
  if (programs === undefined) {
    throw new Error(
      "The tests need MariaDB: there is no mariadbd on this computer, and nobody answers at 127.0.0.1:3306. Install mariadb-server, or name a server of yours: PRILAVOK_TEST_SERVER=mysql://root:password@host:3306",
    );
  }
  const server = await startServer(programs);
  process.env.PRILAVOK_TEST_SERVER = `mysql://root@127.0.0.1:${server.port}`;
  return () => server.close();
}

function findServer() {
  const [program, installer] = [find("mariadbd"), find("mariadb-install-db")];
  return program === undefined || installer === undefined ? undefined : { program, installer };
}

function installServer() {
  if (process.getuid?.() !== 0 || find("apt-get") === undefined) return undefined;
  say("installing MariaDB (apt-get install mariadb-server)");
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "mariadb-server"], options);
  return findServer();
}

/** Starts a server with an empty data folder, both gone after `close`; root has no password. It ends with this process. */
async function startServer({ program, installer }) {
  say("starting a MariaDB of the tests' own");
  const folder = mkdtempSync(join(tmpdir(), "prilavok-mariadb-"));
  const port = await freePort();
  const data = [
    "--no-defaults",
    `--datadir=${join(folder, "data")}`,
    ...(process.getuid?.() === 0 ? ["--user=root"] : []),
  ];
  const made = spawnSync(installer, [...data, "--auth-root-authentication-method=normal", "--skip-test-db"], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}`);
  const words = [`--socket=${join(folder, "socket")}`, `--port=${port}`, "--bind-address=127.0.0.1"];
  const script = '"$@" & server=$!; cat > /dev/null; kill $server; wait $server';
  const child = spawn("/bin/sh", ["-c", script, "sh", program, ...data, ...words, ...HASTE], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const deadline = performance.now() + START_MS;
  while (!(await answers(port))) {
    if (performance.now() > deadline) throw new Error("the tests' MariaDB did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    close: async () => {
      child.stdin.end();
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function find(name) {
  const folders = [...(process.env.PATH ?? "").split(":"), ...PLACES];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A server speaks first. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(2000);
    for (const event of ["error", "timeout", "close"]) socket.once(event, () => resolve(false));
    socket.once("data", () => {
      resolve(true);
      socket.destroy();
    });
  });
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
