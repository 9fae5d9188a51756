import { rm } from "node:fs/promises";
import type { Attachment, Db } from "@prilavok/sdk";
import { derivePicture } from "./derive-picture.ts";
import type { Recipe } from "./recipes.ts";

/** A file with the recipe it is to be derived by, if any. */
export interface PlannedFile {
  readonly file: Attachment;
  readonly recipe: Recipe | undefined;
}

/** A derived picture: its file is in its place, its row is not written yet. */
export interface DerivedFile {
  readonly original: Attachment;
  readonly id: number;
  readonly kind_key: string;
  readonly file_name: string;
  readonly real_name: string;
  readonly size: number;
}

/** What is to be said of a file that stays. */
export interface Remark {
  readonly entity: string;
  readonly id: number;
  readonly real_name: string;
  readonly remark: string;
}

export interface Derived {
  readonly files: readonly DerivedFile[];
  readonly remarks: readonly Remark[];
}

/** A module is stopped by its time limit, 50 s as a rule, and then nothing of its work would be told. */
const BUDGET_MS = 40_000;

/** Makes the derived pictures beside their originals, one after another. A file that gives none gets a remark. */
export async function deriveAll(db: Db, planned: readonly PlannedFile[], personId: number): Promise<Derived> {
  const files: DerivedFile[] = [];
  const remarks: Remark[] = [];
  const endsAt = performance.now() + BUDGET_MS;
  for (const { file, recipe } of planned) {
    if (recipe === undefined) continue;
    const say = (remark: string) =>
      remarks.push({ entity: file.entity, id: file.id, real_name: file.real_name, remark });
    if (performance.now() > endsAt) {
      say("no picture is made of it: there was no time left in this call, send fewer at once");
      continue;
    }
    const id = await db.generate(`files_${file.entity}`);
    const fileName = `files_${file.entity}_${personId}_${id}.${recipe.type}`;
    const made = await derivePicture(file.path + file.file_name, file.path + fileName, recipe);
    if ("problem" in made) {
      say(`no picture is made of it: ${made.problem}`);
      continue;
    }
    if (made.still) say("it moves, and the picture shows its first frame");
    files.push({
      original: file,
      id,
      kind_key: recipe.kind ?? file.kind_key,
      file_name: fileName,
      real_name: nameOfType(file.real_name, recipe.type),
      size: made.sizeBytes,
    });
  }
  return { files, remarks };
}

/** Takes the files of derived pictures away that get no rows. */
export async function discard(derived: readonly DerivedFile[]): Promise<void> {
  for (const { original, file_name } of derived) await rm(original.path + file_name, { force: true });
}

/** `front.JPG` becomes `front.webp`; a name without the ending of a picture stays. */
function nameOfType(name: string, type: string): string {
  return name.replace(/\.(jpe?g|jfif|png|webp|avif|heic|heif|gif|tiff?|bmp)$/i, `.${type}`);
}
