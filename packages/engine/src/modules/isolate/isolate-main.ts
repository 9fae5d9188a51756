/** The program of an isolate: a child process of Core that works for one call at a time. */
import { Readable } from "node:stream";
import { moduleRefusals } from "@prilavok/protocol";
import { endDescendants } from "../../process/end-descendants.ts";
import { holdLifeline } from "../../process/hold-lifeline.ts";
import { lockHolder } from "../../process/lock-holder.ts";
import { MessageReader } from "../../process/messages.ts";
import type { CommandRequest, IsolateEnd, IsolateRequest, IsolateSettings } from "../isolate-messages.ts";
import { sendControl } from "./answer-writer.ts";
import { openCallScope } from "./call-scope.ts";
import { releaseLocks } from "./command-locks.ts";
import { connectModule } from "./connect-module.ts";
import { watchLeftovers } from "./leftovers.ts";
import { runCommand } from "./run-command.ts";
import { thrownText } from "./thrown-text.ts";

holdLifeline();
const messages = messagesOf(process.stdin);
// Core is of the same build.
const settings = (await messages.next()).value as IsolateSettings;
const { connection, rules } = await connectModule(settings);
const holder = lockHolder();

/** The call at work: how it is cancelled, and how it learns of what broke beside its command. */
let current: { readonly num: number; readonly abort: AbortController; fail(thrown: unknown): void } | undefined;

async function runCall(request: CommandRequest): Promise<IsolateEnd> {
  process.chdir(settings.storeDir);
  await connectEarly();
  const somethingLeft = watchLeftovers();
  const abort = new AbortController();
  const stray = new Promise<never>((_, fail) => {
    current = { num: request.num, abort, fail };
  });
  const owner = { callId: request.callId, personId: request.person.id, holder };
  const scope = openCallScope(connection, rules, owner, (locks) => sendControl({ locks }));
  try {
    const outcome = await Promise.race([runCommand(request, scope, abort.signal), stray]);
    // A promise left rejected is told of once the microtasks are done.
    await Promise.race([new Promise(setImmediate), stray]);
    const { queries, queriesMs, leftTransaction } = await scope.end();
    if (leftTransaction) throw new Error(moduleRefusals.leftTransaction);
    const leftovers = somethingLeft();
    if (outcome.kind !== "answered") return { ...outcome, leftovers };
    return { ...outcome, unitMs: Math.round(outcome.unitMs), sql: queries, sqlMs: Math.round(queriesMs), leftovers };
  } catch (thrown) {
    await scope.end().catch((error: unknown) => console.error(error));
    return { kind: "failed", ...thrownText(thrown) };
  } finally {
    current = undefined;
  }
}

async function answer(request: IsolateRequest): Promise<void> {
  if (request.kind === "cancel") {
    if (current?.num === request.num) current.abort.abort();
    return;
  }
  sendControl({ begin: request.num });
  if (request.kind === "run") return sendControl({ end: await runCall(request) });
  await releaseLocks(connection, request.callId);
  sendControl({ end: { kind: "released" } satisfies IsolateEnd });
}

function breakCall(thrown: unknown): void {
  current?.fail(thrown);
  if (current !== undefined) return;
  console.error(thrownText(thrown).stack);
  process.exit(1);
}

/** What cannot connect now says so to the first statement. */
async function connectEarly(): Promise<void> {
  await connection.ready().catch(() => undefined);
}

/** What Core sends, in turn, until it has gone. */
async function* messagesOf(input: AsyncIterable<Buffer>): AsyncGenerator<unknown, void, void> {
  const reader = new MessageReader();
  for await (const piece of input) {
    reader.push(piece);
    for (let next = reader.take(); next !== undefined; next = reader.take()) yield next.message;
  }
}

// A module that reads its standard input finds it empty.
Object.defineProperty(process, "stdin", { value: Readable.from([]) });
process.on("exit", () => endDescendants(process.pid));
process.on("uncaughtException", breakCall);
process.on("unhandledRejection", breakCall);
await connectEarly();
// Made at first use, they would count as something a command left behind.
void [process.stdout, process.stderr];
for await (const request of messages) void answer(request as IsolateRequest);
