import { createInterface } from "node:readline/promises";
import type { AuditedStore, FilesAudit } from "@prilavok/engine";
import { attachmentRefusals } from "@prilavok/protocol";
import type { Command } from "commander";
import { answeringOnStore } from "../answering-on-store.ts";
import { shownBytes } from "../shown-bytes.ts";

interface AuditOptions {
  readonly remove?: true;
  readonly yes?: true;
}

/** What is listed for a person; a script gets everything. */
const SHOWN = 50;

/** `files audit`: element files whose row or whose file is missing. */
export function addFilesCommand(program: Command): void {
  const files = program.command("files").description("the element files of a store");
  const command = files
    .command("audit")
    .description("find rows without files and files without rows, and the space they take")
    .option("--remove", "remove them, after a question")
    .option("--yes", "answer the question with yes");
  answeringOnStore(command, "write", async ({ folder, db, settings }, { remove, yes }: AuditOptions) => {
    const { auditFiles, removeAudited } = await import("@prilavok/engine");
    const store: AuditedStore = { folder, db, timezone: settings.timezone };
    const audit = await auditFiles(store);
    const text = auditText(audit);
    if (remove !== true || (audit.lostRows.length === 0 && audit.strayFiles.length === 0)) return { text, json: audit };
    if (yes !== true) {
      if (!process.stdin.isTTY) return { refusal: `${text}\n${attachmentRefusals.removalUnconfirmed}` };
      process.stdout.write(`${text}\n`);
      if (!(await confirmed())) return { text: "Nothing was removed.", json: audit };
    }
    const removed = await removeAudited(store, audit);
    if ("refusal" in removed) return removed;
    return {
      text: `Removed: rows ${removed.rows}, files ${removed.files}.`,
      json: { ...audit, removed },
    };
  });
}

function auditText({ lostRows, strayFiles, kept }: FilesAudit): string {
  const strayBytes = strayFiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return [
    `Files with their rows: ${kept.files}, ${shownBytes(kept.sizeBytes)}`,
    `Rows without a file: ${lostRows.length}`,
    ...shown(lostRows.map(({ entity, id, realName, path }) => `  ${entity} ${id}  ${realName}  ${path}`)),
    `Files without a row: ${strayFiles.length}, ${shownBytes(strayBytes)}`,
    ...shown(strayFiles.map(({ path, sizeBytes }) => `  ${path}  ${shownBytes(sizeBytes)}`)),
  ].join("\n");
}

function shown(lines: readonly string[]): string[] {
  if (lines.length <= SHOWN) return [...lines];
  return [...lines.slice(0, SHOWN), `  … and ${lines.length - SHOWN} more (--json lists all)`];
}

async function confirmed(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await asking.question("Remove these rows and files for good? [y/N] ")).trim());
  } finally {
    asking.close();
  }
}
