import { pathToFileURL } from "node:url";
import { moduleRefusals } from "@prilavok/protocol";
import type { CommandContext } from "@prilavok/sdk";
import type { CommandRequest } from "../isolate-messages.ts";
import { hideSecrets, secretTexts } from "../secrets.ts";
import { AnswerWriter } from "./answer-writer.ts";
import type { CallScope } from "./call-scope.ts";
import { asJson, sendTables, WrongAnswerError } from "./send-tables.ts";

/** What a command came to; one that throws, throws here too. */
export type CommandOutcome =
  | { readonly kind: "answered"; readonly answer: Record<string, unknown>; readonly unitMs: number }
  | { readonly kind: "noFunction" }
  | { readonly kind: "noResult" };

const MAX_ANSWER_MB = 16;

/** Calls the command of the request's bundle and sends its tables; `unitMs` is the command's own time. */
export async function runCommand(
  request: CommandRequest,
  scope: CallScope,
  signal: AbortSignal,
): Promise<CommandOutcome> {
  const module = (await import(pathToFileURL(request.bundle).href)) as Readonly<Record<string, unknown>>;
  const command = Object.hasOwn(module, request.command) ? module[request.command] : undefined;
  if (!isCommand(command)) return { kind: "noFunction" };

  const startedAt = performance.now();
  const secrets = secretTexts(request.secrets);
  const hide = (text: string) => hideSecrets(text, secrets);
  const answer = await command({
    user: request.person,
    params: { ...request.params },
    files: request.files as CommandContext["files"],
    db: scope.db,
    lock: scope.lock,
    change: scope.change,
    secrets: request.secrets,
    signal,
  });
  if (!isAnswer(answer)) return { kind: "noResult" };
  const { tables, ...rest } = answer;
  const sent = await sendTables(tables, new AnswerWriter(hide));
  return { kind: "answered", answer: withoutRows(rest, sent, hide), unitMs: performance.now() - startedAt };
}

type Answer = Readonly<Record<string, unknown>> & { readonly result: boolean };

function isCommand(value: unknown): value is (context: CommandContext) => unknown {
  return typeof value === "function";
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "result" in value && typeof value.result === "boolean";
}

/** The answer as it travels beside its rows. */
function withoutRows(answer: object, tables: object, hide: (text: string) => string): Record<string, unknown> {
  const text = JSON.stringify({ ...(asJson(answer, "") as object), tables });
  if (text.length > MAX_ANSWER_MB * 1024 * 1024) {
    throw new WrongAnswerError(moduleRefusals.answerTooLarge(MAX_ANSWER_MB));
  }
  return JSON.parse(hide(text)) as Record<string, unknown>;
}
