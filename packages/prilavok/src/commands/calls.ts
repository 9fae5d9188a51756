import { storeRefusals, wireRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";
import { readKnownStores } from "../known-stores.ts";
import { textTable } from "../text-table.ts";

interface CallsOptions {
  readonly store?: string;
  readonly stop?: string;
}

/** `calls`: the calls that a served store has at work, for its owner. */
export function addCallsCommand(program: Command): void {
  const command = program
    .command("calls")
    .description("list the calls a served store has at work, or stop one; for who may change the AI settings")
    .option("--store <dir>", "the store's folder; the used store without it")
    .option("--stop <id>", "stop this call");
  answering(command, calls);
}

async function calls({ store: named, stop }: CallsOptions): Promise<CommandAnswer> {
  const folder = named ?? (await readKnownStores()).used?.folder;
  if (folder === undefined) return { refusal: storeRefusals.noneChosen };
  const { readServedStore } = await import("../served/served-store.ts");
  const store = await readServedStore(folder);
  if (store === undefined) return { refusal: wireRefusals.callsOfServed(folder) };
  if ("refusal" in store) return store;
  const { askServedStore } = await import("../served/ask-served-store.ts");
  const answer = await askServedStore(store, "calls", stop === undefined ? {} : { stop });
  if ("refusal" in answer) return answer;
  if (stop !== undefined) return { text: `The call ${stop} is told to stop.`, json: answer.data };
  const rows = rowsOf(answer.data);
  const headings = ["ID", "USER", "APPLICATION", "TOPIC", "TOOL", "COMMAND", "SINCE", "SECONDS"];
  return { text: textTable(headings, rows, "No call is at work."), json: answer.data };
}

function rowsOf({ calls: table }: Readonly<Record<string, unknown>>): string[][] {
  const rows: unknown = typeof table === "object" && table !== null && "rows" in table ? table.rows : [];
  return Array.isArray(rows) ? rows.map((row: unknown) => (Array.isArray(row) ? row.map(String) : [])) : [];
}
