import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { connectOver, peakMiB, program } from "./client.mjs";
import { LineTransport } from "./line-transport.mjs";
import { interleave, ms, report, times } from "./measure.mjs";
import { PEER_SERVERS } from "./peer-servers.mjs";
import { startPeer } from "./start-peer.mjs";

const ONE_ROW = "SELECT id, name FROM ms_bench WHERE id = 7";
const MANY_ROWS = 200_000;

/**
 * Other MCP servers on the same database, each asked through the SDK's client. Goals: a one-row select quicker than every
 * Node peer's and at most 1.5 x the Go one's; 200,000 rows quicker than any.
 */
export async function peers({ store, account, rows, quick }) {
  const servers = [{ title: "prilavok", ...(await askStore(store)) }, ...(await startPeers(account))];
  const count = Math.min(rows, MANY_ROWS);
  try {
    await compareOneRow(await answering(servers, ({ askOne }) => askOne(ONE_ROW), { count: 1, id: "7" }), quick);
    const sql = `SELECT * FROM ms_bench LIMIT ${count}`;
    await compareManyRows(await answering(servers, ({ askMany }) => askMany(sql), { count, id: String(count) }), {
      sql,
      count,
      quick,
    });
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

async function askStore(store) {
  const env = { PRILAVOK_CONFIG_DIR: process.env.PRILAVOK_CONFIG_DIR };
  const prilavok = await connectOver(LineTransport, { args: [program, "mcp", "--store", store], env });
  await prilavok.call("session_connect", { topic: "bench" });
  const select = (step) => prilavok.call("engine_db_select", { pool: [{ do: "select", ...step }] });
  return {
    ...prilavok,
    askOne: (sql) => select({ sql }),
    askMany: (sql) => select({ sql, big: true }),
    readRows: async ({ content }) => {
      const [{ data, file }] = JSON.parse(content[0].text).steps;
      return data ?? readLines(file);
    },
  };
}

async function startPeers(account) {
  const started = [];
  for (const peer of PEER_SERVERS) {
    const title = `${peer.name} ${peer.version} (${peer.runsOn})`;
    try {
      const client = await startPeer(peer, account);
      const ask = (sql) => client.call(peer.tool, { sql });
      started.push({ title, readRows: peer.readRows, ...client, askOne: ask, askMany: ask });
    } catch (error) {
      console.log(`  ${title} is left out, it did not start: ${error.message}`);
    }
  }
  return started;
}

/** The servers that answer this query with this many rows, the last of them the row `id` of the table. */
async function answering(servers, ask, { count, id }) {
  const right = [];
  for (const server of servers) {
    try {
      const list = await server.readRows(await ask(server));
      const last = list.at(-1);
      if (list.length === count && String(last.id) === id && last.name === `Ноутбук ${id}`) right.push(server);
      else console.log(`  ${server.title} is left out: ${list.length} rows of ${count}, last ${JSON.stringify(last)}`);
    } catch (error) {
      console.log(`  ${server.title} is left out: ${error.message.slice(0, 200)}`);
    }
  }
  return right;
}

async function compareOneRow(servers, quick) {
  const actions = Object.fromEntries(servers.map(({ title, askOne }) => [title, () => askOne(ONE_ROW)]));
  const measured = await interleave(actions, { rounds: quick ? 200 : 2000, warmUp: 100 });
  report("MariaDB, a warm select of one row over MCP", [
    ["server", "best tenth", "median", "p95", "prilavok's best tenth of it", "its median (goal: below 1.00, Go 1.50)"],
    ...servers.map(({ title }) => {
      const { best, median, p95 } = measured[title];
      const { prilavok } = measured;
      const beside = title === "prilavok" ? ["", ""] : [times(prilavok.best / best), times(prilavok.median / median)];
      return [title, ms(best), ms(median), ms(p95), ...beside];
    }),
  ]);
}

async function compareManyRows(servers, { sql, count, quick }) {
  const replies = {};
  const actions = servers.map(({ title, askMany }) => [
    title,
    async () => {
      replies[title] = await askMany(sql);
    },
  ]);
  const measured = await interleave(Object.fromEntries(actions), { rounds: quick ? 2 : 7, warmUp: 1 });
  report(`MariaDB, ${count.toLocaleString("en")} x 6 rows over MCP (prilavok: to a file; peers: in the reply)`, [
    ["server", "median", "speed", "prilavok's speed of it (goal: over 1.00)", "reply", "peak memory a process"],
    ...servers.map(({ title, pid }) => [
      title,
      ms(measured[title].median),
      `${Math.round(count / measured[title].median)} k rows/s`,
      title === "prilavok" ? "" : times(measured[title].median / measured.prilavok.median),
      sizeOf(replies[title]),
      peakMiB(pid)
        .map((each) => `${each.toFixed(0)} MiB`)
        .join(", "),
    ]),
  ]);
  console.log("  a reply over 10 MiB ends the session of a client with the SDK's own transport; here it does not");
}

function sizeOf(reply) {
  const bytes = Buffer.byteLength(JSON.stringify(reply));
  return bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(0)} MB`;
}

async function readLines(file) {
  const rows = [];
  for await (const line of createInterface(createReadStream(file))) rows.push(JSON.parse(line));
  return rows;
}
