import { storeRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";
import type { Check } from "../doctor/check.ts";
import { holdsStore, readKnownStores } from "../known-stores.ts";
import { textTable } from "../text-table.ts";

/** `doctor`: walks the whole way to a store and says what is wrong. */
export function addDoctorCommand(program: Command): void {
  const command = program
    .command("doctor")
    .description("walk the whole way to the store and say in words what is wrong and what to do")
    .option("--store <dir>", "the store's folder; the used store without it");
  answering(command, doctor);
}

async function doctor({ store }: { readonly store?: string }): Promise<CommandAnswer> {
  const checks: Check[] = [];
  for await (const check of examine(store)) checks.push(check);
  const ok = checks.every((check) => check.ok);
  const rows = checks.map(({ what, ok, text }) => [ok ? "ok" : "WRONG", what, text]);
  return { text: textTable(["", "WHAT", "HOW IT IS"], rows, ""), json: { ok, checks }, failed: !ok };
}

async function* examine(named: string | undefined): AsyncGenerator<Check, void, void> {
  const { checkDisk, checkNode } = await import("../doctor/check-computer.ts");
  yield checkNode();
  const folder = named ?? (await readKnownStores()).used?.folder;
  if (folder === undefined) return yield { what: "settings", ok: false, text: storeRefusals.noneChosen };
  if (!holdsStore(folder)) return yield { what: "settings", ok: false, text: storeRefusals.noStoreIn(folder) };
  const { readServedStore } = await import("../served/served-store.ts");
  const served = await readServedStore(folder);
  if (served !== undefined && "refusal" in served) return yield { what: "settings", ok: false, text: served.refusal };
  if (served === undefined) yield* (await import("../doctor/check-own-store.ts")).checkOwnStore(folder);
  else yield* (await import("../doctor/check-served-store.ts")).checkServedStore(served);
  yield await checkDisk(folder);
}
