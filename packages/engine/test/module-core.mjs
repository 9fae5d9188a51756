/** A Core of its own for the tests that kill it: runs one command of the store in argv[2], its body in argv[3]. */
import { join } from "node:path";
import { createModuleRunner } from "@prilavok/engine";

const [storeDir, body] = process.argv.slice(2);
const runner = createModuleRunner({
  storeDir,
  database: { engine: "sqlite", file: join(storeDir, "store.sqlite") },
  nick: "ms",
  timezone: "UTC",
  limits: { moduleSeconds: 60, moduleMemoryMb: 512, isolates: 2 },
  log: (line) => console.log(line),
});
const person = { id: 1, login: "admin", name: "" };
const { signal } = new AbortController();
runner.warm();
const call = { unit: "BODY", command: "CmdDo", person, params: { body }, files: [], signal };
console.log(JSON.stringify(await runner.run(call).next()));
