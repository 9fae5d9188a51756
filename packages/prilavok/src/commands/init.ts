import { storeRefusals, systemReason } from "@prilavok/protocol";
import { type Command, Option } from "commander";
import { answering, type CommandAnswer } from "../answering.ts";
import { rememberStore } from "../known-stores.ts";
import { lacksPassword } from "../lacks-password.ts";
import { writeGitignore } from "../write-gitignore.ts";

interface InitOptions {
  readonly demo?: true;
  readonly lang?: string;
  readonly nick?: string;
  readonly name?: string;
  readonly db?: string;
  readonly upgrade?: true;
}

/** `init <dir>`: a new store, or with `--upgrade` an older one brought to this version. */
export function addInitCommand(program: Command): void {
  const command = program
    .command("init")
    .description("make a store in a folder: settings, database, the shipped AI tools, the owner admin with every right")
    .argument("<dir>", "a new or an empty folder; one that holds a store is not touched")
    .option("--demo", "fill it with a small shop")
    .addOption(new Option("--lang <lang>", "the language of the rights and of the console").choices(["en", "ru", "uk"]))
    .option("--nick <nick>", "the prefix of the store's tables; ms without it")
    .option("--name <name>", "the store's name; the folder's own without it")
    .option("--db <url>", "a database on MariaDB or MySQL, mysql://user:password@host/database; a file without it")
    .addOption(
      new Option("--upgrade", "bring the older store in the folder to this version, after a backup").conflicts([
        "db",
        "demo",
        "lang",
        "name",
        "nick",
      ]),
    );
  answering(command, (folder: string, options: InitOptions) =>
    options.upgrade ? upgrade(folder) : create(folder, options),
  );
}

async function create(folder: string, { demo, lang, nick, name, db }: InitOptions): Promise<CommandAnswer> {
  const { createStore } = await import("@prilavok/engine");
  const { fillStore } = await import("../tools/fill-store.ts");
  const created = await createStore(folder, {
    ...(lang === undefined ? {} : { lang }),
    ...(nick === undefined ? {} : { nick }),
    ...(name === undefined ? {} : { name }),
    ...(db === undefined ? {} : { db }),
    fill: (draft) => fillStore(draft, demo === true),
  });
  if ("refusal" in created) return created;
  await writeGitignore(created.folder);
  const text = `The store ${created.name} stands in ${created.folder}. Its owner is admin, who holds every right.`;
  try {
    const used = await rememberStore(created);
    const next = used ? "It is the used store now." : `\`prilavok use ${created.folder}\` makes it the used one.`;
    const warning = (await lacksPassword(created.folder))
      ? { warning: storeRefusals.passwordNotKept(created.folder) }
      : {};
    return { text: `${text} ${next}`, json: { ...created, used }, ...warning };
  } catch (error) {
    return { text, json: { ...created, used: false }, warning: storeRefusals.notRemembered(systemReason(error)) };
  }
}

async function upgrade(folder: string): Promise<CommandAnswer> {
  const { refuseServed } = await import("../served/refuse-served.ts");
  const served = await refuseServed(folder);
  if (served !== undefined) return served;
  const { upgradeStore } = await import("@prilavok/engine/upgrade");
  const { readVersion } = await import("../read-version.ts");
  const { shownProgress } = await import("../shown-progress.ts");
  const progress = shownProgress("backed up");
  const end = await upgradeStore(folder, { version: await readVersion(), report: progress.report });
  progress.end();
  if ("refusal" in end) return end;
  const { from, to, backup } = end;
  const text =
    from === to
      ? `The store in ${folder} has schema ${to} already: there is nothing to upgrade.`
      : `The store in ${folder} went from schema ${from} to ${to}. What it was before is in ${backup}; \`prilavok restore\` makes it stand again.`;
  return { text, json: { from, to, backup: backup ?? null } };
}
