import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { backupRefusals, wallClock } from "@prilavok/protocol";
import type { Command } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";
import { answeringOnStore } from "../answering-on-store.ts";
import { shownBytes } from "../shown-bytes.ts";

/** `backup [<file>]` and `restore <file> [<dir>]`: a whole store in one archive. */
export function addBackupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description("put a whole live store (database, files, units, settings, secrets) into one .tar.gz of mode 0600")
    .argument("[file]", "the archive; one in the store's backups without it");
  answeringOnStore(backup, "write", async (store, named: string | undefined) => {
    const { backUpStore } = await import("@prilavok/engine/backup");
    const { readVersion } = await import("../read-version.ts");
    const { shownProgress } = await import("../shown-progress.ts");
    const file = resolve(named ?? freeName(join(store.folder, "backups"), store.settings.timezone));
    const progress = shownProgress("packed");
    const end = await backUpStore(store, file, { version: await readVersion(), report: progress.report });
    progress.end();
    if ("refusal" in end) return end;
    return {
      text: `The store is backed up in ${end.file}: ${end.files} files, ${shownBytes(end.sizeBytes)}.`,
      json: end,
    };
  });
  const restored = program
    .command("restore")
    .description("make the store of an archive stand in a new folder; no store that is there is touched")
    .argument("<file>", "what `backup` has written")
    .argument("[dir]", "a new or an empty folder; one of the archive's name beside you without it");
  restored.option(
    "--db <url>",
    "where the tables go of a store on a database server: mysql://user:password@host/database",
  );
  answering(restored, restore);
}

/** `store-<time>.tar.gz`, with a number behind it where another backup has this second. */
function freeName(folder: string, timezone: string): string {
  const time = wallClock(new Date(), timezone).replace(" ", "_").replace(/[-:]/g, "");
  const nameOf = (number: number) => join(folder, `store-${time}${number === 1 ? "" : `-${number}`}.tar.gz`);
  let number = 1;
  while (existsSync(nameOf(number))) number += 1;
  return nameOf(number);
}

async function restore(
  file: string,
  named: string | undefined,
  { db }: { readonly db?: string },
): Promise<CommandAnswer> {
  const { restoreStore } = await import("@prilavok/engine/restore");
  const { shownProgress } = await import("../shown-progress.ts");
  const progress = shownProgress("unpacked");
  const folder = named ?? file.replace(/^.*[\\/]/, "").replace(/(\.tar)?\.gz$/, "");
  if (named === undefined) process.stderr.write(`${backupRefusals.ownFolder(resolve(folder))}\n`);
  const end = await restoreStore(file, folder, { db, report: progress.report });
  progress.end();
  if ("refusal" in end) return end;
  const { writeGitignore } = await import("../write-gitignore.ts");
  await writeGitignore(end.folder);
  const { rememberStore } = await import("../known-stores.ts");
  const used = await rememberStore({ name: end.name, folder: end.folder });
  const next = used ? " It is the used store now." : "";
  return {
    text: `The store ${end.name} as it was at ${end.made} stands in ${end.folder}.${next}`,
    json: { ...end, used },
  };
}
