import type { Attachment, Db } from "@prilavok/sdk";
import type { PlannedFile } from "./derive-all.ts";
import { readRecipes } from "./recipes.ts";

/** Keys of an attachment that Core writes, and the one that this command reads. */
const KNOWN = new Set([
  "entity",
  "id",
  "elem_id",
  "kind_key",
  "file_name",
  "path",
  "real_name",
  "size",
  "pos",
  "profile",
]);

/** The files with their recipes, and what their entries say that nobody reads; or why nothing is to be done. */
export type FilesPlan =
  | { readonly files: readonly PlannedFile[]; readonly unread: readonly string[] }
  | { readonly problem: string };

/** Finds the recipe of every file: the profile its entry names, else that of the pack; an empty one is none. */
export async function planFiles(db: Db, files: readonly Attachment[], packProfile: string): Promise<FilesPlan> {
  const recipes = await readRecipes(db);
  const planned: PlannedFile[] = [];
  for (const file of files) {
    const profile = file.profile ?? packProfile;
    if (typeof profile !== "string") return { problem: "The profile of an entry is the name of one, a text" };
    const recipe = profile === "" ? undefined : recipes.get(profile);
    if (profile !== "" && recipe === undefined) {
      const known = recipes.size === 0 ? "they keep none yet" : `they keep: ${[...recipes.keys()].join(", ")}`;
      return { problem: `There is no profile [${profile}] in the settings FILES_PROFILE - ${known}` };
    }
    if (recipe !== undefined && "problem" in recipe) return recipe;
    planned.push({ file, recipe });
  }
  const unread = new Set(files.flatMap((file) => Object.keys(file).filter((key) => !KNOWN.has(key))));
  return (await strangeKind(db, planned)) ?? { files: planned, unread: [...unread] };
}

/** A kind of a recipe that the registry of kinds does not keep for the files it is used on. */
async function strangeKind(db: Db, planned: readonly PlannedFile[]): Promise<{ problem: string } | undefined> {
  for (const entity of new Set(planned.map(({ file }) => file.entity))) {
    const rows = await db.rows("SELECT key_name FROM {DBNICK}_key_value WHERE key_code = :CODE ORDER BY pos, id", {
      CODE: `FILES_${entity.toUpperCase()}`,
    });
    const kinds = rows.map(({ key_name: kind }) => kind ?? "");
    const recipe = planned
      .filter(({ file }) => file.entity === entity)
      .map((plan) => plan.recipe)
      .find((one) => one?.kind !== undefined && kinds.length > 0 && !kinds.includes(one.kind));
    if (recipe === undefined) continue;
    return {
      problem: `The profile [${recipe.name}] makes files of the kind [${recipe.kind}], and those of a ${entity} are of: ${kinds.join(", ")}`,
    };
  }
  return undefined;
}
