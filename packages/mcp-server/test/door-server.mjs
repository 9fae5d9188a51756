import { setTimeout as wait } from "node:timers/promises";
import { serveMcp } from "../dist/door/serve-mcp.js";

/** A server with no store behind it: each tool shows one thing the door has to do. */
const free = { type: "object", properties: {}, additionalProperties: true };
const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const tool = (name, run, outputSchema = free) => ({
  name,
  title: `The tool ${name}`,
  description: `Shows ${name}.`,
  inputSchema: free,
  outputSchema,
  annotations: reading,
  run,
});

const answer = {
  type: "object",
  properties: { ok: { type: "boolean", description: "Whether it went well." } },
  required: ["ok"],
};

const tools = [
  tool("echo", async (args, { clientName }) => ({ refused: false, data: { args, client: clientName ?? null } })),
  tool("measure", async (args) => ({ refused: false, data: { bytes: Buffer.byteLength(String(args.text)) } })),
  tool("ordered", async () => ({ refused: false, data: { a: 1, b: 2 }, dataText: '{"b":2,"a":1}', text: "said" })),
  tool("words", async () => ({ refused: false, text: "only words" })),
  tool("refuse", async () => ({ refused: true, text: "No. Do this instead." })),
  tool("pool", async ({ fit }) => ({ refused: true, data: fit ? { ok: false } : { ok: "no" } }), answer),
  tool("broken", async () => {
    throw new Error("SELECT secret FROM /etc/place");
  }),
  tool("unsayable", async () => ({ refused: false, data: { big: 1n } })),
  tool("chatty", async () => {
    console.log("stray line");
    process.stdout.write("stray bytes\n");
    return { refused: false, text: "quiet" };
  }),
  tool("progress", async (_args, { progress }) => {
    for (const done of [1, 1, 0.5, 2, Number.NaN]) progress(done, 2, "half way");
    setTimeout(() => progress(3), 20);
    return { refused: false, text: "done" };
  }),
  tool("slow", async ({ ms = 60_000 }, { signal, progress }) => {
    progress(1);
    await wait(ms, undefined, { signal }).catch(() => process.stderr.write("slow was aborted\n"));
    progress(2);
    return { refused: false, text: "late" };
  }),
  tool("deaf", () => new Promise(() => setInterval(() => undefined, 1000))),
];

serveMcp({
  name: "prilavok",
  version: "0.0.1",
  instructions: "Call echo first.",
  tools,
  input: process.stdin,
  output: process.stdout,
  log: (line) => process.stderr.write(`${line}\n`),
  onEnd: () => {
    process.stderr.write("ended\n");
    process.exit(0);
  },
});
