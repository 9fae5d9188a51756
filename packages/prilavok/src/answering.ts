import { storeRefusals, systemReason } from "@prilavok/protocol";
import type { Command } from "commander";

/** What a command ends with: words for a person and the same for a script, or a refusal. */
export type CommandAnswer =
  | {
      readonly text: string;
      readonly json: unknown;
      readonly warning?: string;
      /** It answered, and what it answered is not good: exit code 1. */
      readonly failed?: boolean;
    }
  | { readonly refusal: string };

/** Lets a command answer: in words, or with `--json` as JSON on one line; a refusal goes to standard error with exit code 1. */
export function answering<Words extends unknown[]>(
  command: Command,
  work: (...words: Words) => Promise<CommandAnswer>,
): Command {
  return command.option("--json", "answer as JSON").action(async (...words: Words) => {
    const answer = await work(...words).catch(systemRefusal);
    if ("refusal" in answer) {
      process.stderr.write(`${answer.refusal}\n`);
      process.exitCode = 1;
      return;
    }
    if (answer.warning !== undefined) process.stderr.write(`${answer.warning}\n`);
    const text = command.opts().json === true ? JSON.stringify(answer.json) : answer.text;
    if (text !== "") process.stdout.write(`${text}\n`);
    if (answer.failed === true) process.exitCode = 1;
  });
}

function systemRefusal(error: unknown): CommandAnswer {
  return { refusal: storeRefusals.notDone(systemReason(error)) };
}
