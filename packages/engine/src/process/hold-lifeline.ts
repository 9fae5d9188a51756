import { Worker } from "node:worker_threads";

/**
 * Waits in a loop of its own, whatever the main thread is at, until the parent's end of fd 4 is gone. A blocking read
 * would do as well, but nothing could end it: `process.exit` waits for its workers.
 */
const WATCH = `
  const lifeline = new (require("node:net").Socket)({ fd: 4 });
  lifeline.on("error", () => undefined);
  lifeline.on("close", () => process.kill(process.pid, "SIGKILL"));
  lifeline.resume();
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
