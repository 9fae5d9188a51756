import { type Command, InvalidArgumentError } from "commander";

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly metricsHost: string;
  readonly metricsPort?: number;
  readonly grace: number;
  readonly json?: boolean;
}

const LOOPBACK = /^(localhost|127\.|::1$)/;
const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** `serve <dir>`: Core over HTTP, until the process is told to end. */
export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("serve a store over HTTP to the MCP servers of many people; TLS is a reverse proxy's job")
    .argument("<dir>", "the store's folder")
    .option("--host <address>", "where to listen", "127.0.0.1")
    .option("--port <number>", "0 takes a free one", wholeNumber(0, 65_535), 7340)
    .option("--metrics-port <number>", "serve /metrics on this port; off without it", wholeNumber(0, 65_535))
    .option("--metrics-host <address>", "where /metrics listens", "127.0.0.1")
    .option("--grace <seconds>", "how long calls at work may go on at the end", wholeNumber(0, 86_400), 30)
    .option("--json", "say where the store is served as JSON")
    .action(serve);
}

async function serve(folder: string, options: ServeOptions): Promise<void> {
  const { host, port, metricsHost, metricsPort } = options;
  const { serveStore } = await import("../serve/serve-store.ts");
  const { readVersion } = await import("../read-version.ts");
  const metrics = metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort };
  const served = await serveStore({ folder, place: { host, port, metrics }, version: await readVersion(), log: say });
  if ("refusal" in served) {
    process.stderr.write(`${served.refusal}\n`);
    process.exitCode = 1;
    return;
  }
  const { name, url, metricsUrl } = served;
  if (!LOOPBACK.test(host)) say(`${host} is open to others without TLS: put a reverse proxy with TLS in front of it`);
  const where = metricsUrl === undefined ? "" : ` Its metrics are at ${metricsUrl}/metrics.`;
  const text = options.json
    ? JSON.stringify({ name, url, metricsUrl: metricsUrl ?? null, pid: process.pid })
    : `The store ${name} is served at ${url}.${where}`;
  process.stdout.write(`${text}\n`);

  const again = await firstSignal();
  say(`closing: calls at work may go on for ${options.grace} s`);
  await served.close(options.grace * 1000, again);
}

/** Settles at the first signal that asks for the end, with a signal that aborts at the second. */
function firstSignal(): Promise<AbortSignal> {
  const hurry = new AbortController();
  return new Promise((resolve) => {
    let asked = false;
    for (const name of ENDING) {
      process.on(name, () => {
        if (asked) hurry.abort();
        asked = true;
        resolve(hurry.signal);
      });
    }
  });
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= from && number <= to) return number;
    throw new InvalidArgumentError(`It takes a whole number from ${from} to ${to}.`);
  };
}
