import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { showRows, startAgent } from "./agent.mjs";
import { demoFolder } from "./demo-folder.mjs";
import { hostConfigurations } from "./hosts.mjs";
import { hangPhotos } from "./photos.mjs";
import { importSheet } from "./supplier-sheet.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const program = join(root, "packages", "prilavok", "bin", "prilavok.js");
const store = join(root, "demo-store");
const CURRENCY = "MELBIS_AGENT_CURRENCY";

const say = (text) => console.log(`\n── ${text}`);
const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });

const folder = demoFolder(store);

/** The demo's own store is made anew. It is not put among the stores of the person at the keyboard. */
function makeStore() {
  const kept = folder.clear();
  if (kept !== undefined) say(`The earlier demo-store was changed since the demo: it stands in ${kept} now.`);
  process.env.PRILAVOK_CONFIG_DIR = join(store, "config");
  const init = [program, "init", store, "--demo", "--name", "Demo shop", "--json"];
  execFileSync(process.execPath, init, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  say(`A shop stands in ${store}; its owner is admin. The stores you use yourself are not touched.`);
}

async function takeRates(agent) {
  say("What can this shop do? Its own tools, then the fields of one.");
  await agent.call("tool_list", {});
  await agent.call("tool_list", { unit: CURRENCY });

  say("The currencies it has. The whole table lands in a file; the answer shows its head.");
  const { tables } = await agent.call("tool_run", { unit: CURRENCY, command: "CmdList" });
  showRows(tables.currency.file, { root, rows: 5, columns: ["id", "skey", "name", "multiplex", "division"] });

  say(
    "Real input: the newest month of a public table of exchange rates becomes one pool, written to a file by a script.",
  );
  run(
    join(root, "examples", "exchange-rates", "make-rates-pool.mjs"),
    join(store, "rates-pool.json"),
    "--have",
    tables.currency.file,
  );

  say("One call: a CmdAdd for each currency, then a CmdPos that refers to the new rows by @name.id.");
  const pool = await agent.call("tool_pool", { pool_source: "rates-pool.json" }, { quiet: true });
  for (const step of [...pool.steps.slice(0, 3), pool.steps.at(-1)]) {
    console.log(
      `   step ${step.num} ${step.command}: ${step.message} ${JSON.stringify(step.detail)}, ${step.time.trip} ms`,
    );
  }
  console.log(`   ${pool.steps.length} steps in ${pool.time.trip} ms`);
  const after = await agent.call("tool_run", { unit: CURRENCY, command: "CmdList" }, { quiet: true });
  showRows(after.tables.currency.file, {
    root,
    rows: 6,
    columns: ["id", "skey", "name", "multiplex", "division", "pos"],
  });
}

async function readPrices(agent) {
  say("Read the database: prices by section in the new currencies; the whole price list is heavy and lands in a file.");
  const price = "ROUND(s.price / COALESCE(base.multiplex, 1) * c.multiplex, 2)";
  const from =
    "{DBNICK}_store s JOIN {DBNICK}_topic_store ts ON ts.store_id = s.id JOIN {DBNICK}_topic t ON t.id = ts.topic_id LEFT JOIN {DBNICK}_currency base ON base.id = s.price_curr_id CROSS JOIN {DBNICK}_currency c";
  const answer = await agent.call("engine_db_select", {
    pool: [
      {
        do: "select",
        name: "sections",
        sql: `SELECT t.name AS section, c.skey AS currency, COUNT(*) AS goods, MIN(${price}) AS cheapest, MAX(${price}) AS dearest FROM ${from} WHERE c.skey IN (:CODES) GROUP BY t.id, t.name, t.absindex, c.skey ORDER BY t.absindex, c.skey LIMIT 12`,
        params: { codes: ["EUR", "GBP", "JPY"] },
      },
      {
        do: "select",
        name: "price-list",
        big: true,
        sql: `SELECT t.name AS section, s.code_shop AS article, s.name AS goods, c.skey AS currency, ${price} AS price FROM ${from} ORDER BY t.absindex, s.id, c.pos`,
      },
      { do: "dependent", table: "currency" },
    ],
  });
  showRows(answer.steps[1].file, { root, rows: 6, columns: ["section", "article", "goods", "currency", "price"] });
}

async function meetRefusals(agent) {
  say("Refusals say what is wrong and what to do next.");
  const command = (params, more = {}) => ["tool_run", { unit: CURRENCY, command: "CmdAdd", params, ...more }];
  const select = (sql) => ["engine_db_select", { pool: [{ do: "select", sql }] }];
  const pool = (...steps) => ["tool_pool", { pool: steps }];
  const list = { name: "list", unit: CURRENCY, command: "CmdList" };
  const calls = [
    ["an unknown tool of the store", "tool_run", { unit: "MELBIS_AGENT_WEATHER", command: "CmdList" }],
    ["an unknown command", "tool_run", { unit: CURRENCY, command: "CmdNope" }],
    ["an unknown field", ...command({ nme: "Test" })],
    ["a missing field", ...command({ skey: "XTS" })],
    ["a number with a comma", ...command({ name: "Test", multiplex: "44,2" })],
    ["two sources of fields", ...command({ name: "Test" }, { params_source: "fields.json" })],
    ["a file that is not there", "tool_run", { unit: CURRENCY, command: "CmdAdd", params_source: "fields.json" }],
    ["a step without a command: nothing of the pool is carried out", ...pool(list, { unit: CURRENCY })],
    [
      "a reference to nothing: the pool stops there",
      ...pool(list, { ...list, name: "next", params: { id: "@list.id" } }),
    ],
    ["a statement that writes", ...select("DELETE FROM {DBNICK}_store")],
    ["two statements", ...select("SELECT 1; DROP TABLE {DBNICK}_store")],
    ["an error of the database", ...select("SELECT nothing FROM {DBNICK}_store")],
    [
      "too many rows",
      ...select("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT i FROM n"),
    ],
    ["an unknown table", "engine_db_tables", { name: "stores" }],
    ["an unknown parameter", "tool_list", { unti: CURRENCY }],
    ["a topic that is not one word", "session_connect", { topic: "new prices" }],
  ];
  for (const [kind, tool, params] of calls) {
    console.log(`\n   ${kind}`);
    await agent.call(tool, params, { refused: true });
  }
}

async function workAs(login, story) {
  console.log(`\n   prilavok mcp --store demo-store --login ${login}`);
  const agent = await startAgent({ program, root, store, login });
  await agent.call("session_connect", { topic: "rates" }, { quiet: true });
  await story(agent);
  await agent.close();
}

makeStore();
const agent = await startAgent({ program, root, store });
say("An agent opens the store, in the name of its owner.");
await agent.call("session_init", {});
await agent.call("session_connect", { topic: "rates" });
await takeRates(agent);
await readPrices(agent);
const goods = await importSheet(agent, { root, store, say, run });
await hangPhotos(agent, goods, { root, store, say, run });
await meetRefusals(agent);
await agent.close();

say("The same shop under the rights of other people: a command that is not granted, a right that is not held.");
await workAs("olena", (olena) =>
  olena.call("tool_run", { unit: CURRENCY, command: "CmdRemove", params: { id: 2 } }, { refused: true }),
);
await workAs("ivan", (ivan) =>
  ivan.call("engine_db_select", { pool: [{ do: "select", sql: "SELECT 1" }] }, { refused: true }),
);

folder.leave();
say(`Done. The store stays in ${store}; do the same by hand:`);
for (const [where, text] of hostConfigurations({ node: process.execPath, program, store }))
  console.log(`\n${where}\n\n${text}`);
console.log('\nThen ask: "Open the store with topic rates and show me the currencies."');
