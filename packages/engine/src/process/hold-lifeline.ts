import { Worker } from "node:worker_threads";

/** Blocks until the parent's end of fd 4 is gone, whatever the main thread is at, and takes the process down. */
const WATCH = `
  const { readSync } = require("node:fs");
  try { readSync(4, Buffer.alloc(1)); } finally { process.kill(process.pid, "SIGKILL"); }
`;

/** Ties a child's life to its parent's: the child is killed when the parent has gone, in mid-statement too. */
export function holdLifeline(): void {
  new Worker(WATCH, {
    eval: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8, codeRangeSizeMb: 1, stackSizeMb: 1 },
  }).unref();
}
