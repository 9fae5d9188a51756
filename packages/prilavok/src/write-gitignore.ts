import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const TEXT = `# Only what a developer or the owner writes goes into a repository. The database, secrets.json, store.json (it may hold a
# password), element files, what agents have read and all that Prilavok makes again stay out.
/*
!/.gitignore
!/units/
!/rules/
!/relations.json
!/package.json
!/package-lock.json
/units/tsconfig.json
/units/**/node_modules/
`;

/** Writes the `.gitignore` of a store's folder; one that stands there is the owner's and stays. */
export async function writeGitignore(folder: string): Promise<void> {
  // A store works as well without it, so what keeps it from being written is no reason to refuse one.
  await writeFile(join(folder, ".gitignore"), TEXT, { flag: "wx" }).catch(() => undefined);
}
