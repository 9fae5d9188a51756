/// <reference path="./melbis_agent_import_files.d.ts" />
import { rm } from "node:fs/promises";
import { command, type Refusal } from "@prilavok/sdk";
import { deriveAll, discard } from "./files/derive-all.ts";
import { readElementsToFill } from "./files/elements-to-fill.ts";
import { type FileRow, insertDerived, placeDerived, rowOfOriginal } from "./files/file-rows.ts";
import { keepOnDisk } from "./files/keep-on-disk.ts";
import { planFiles } from "./files/plan-files.ts";
import { sayFiles } from "./files/say-files.ts";

export const CmdAdd = command<MELBIS_AGENT_IMPORT_FILES.CmdAdd>(async ({ user, params, files, db, lock, change }) => {
  const plan = await planFiles(db, files, params.profile ?? "");
  if ("problem" in plan) return refuse(plan.problem);
  const isToFill = await readElementsToFill(db, user.id, files);
  const returned = files.filter((file) => !isToFill(file));
  const kept = plan.files.filter(({ file }) => isToFill(file));
  if (kept.length === 0) return refuse(sayFiles({ hung: 0, derived: 0, returned, remarks: [], unread: [] }));

  const { files: derived, remarks } = await deriveAll(db, kept, user.id);
  await keepOnDisk(derived);
  const pictures = new Map<string, FileRow[]>();
  for (const entity of entitiesOf(derived.map(({ original }) => original))) {
    pictures.set(
      entity,
      await placeDerived(
        db,
        entity,
        derived.filter(({ original }) => original.entity === entity),
      ),
    );
  }
  const written = [...new Set([...pictures.keys(), ...entitiesOf(returned)])].map((entity) => `files_${entity}`);
  const busy = written.length === 0 ? undefined : await lock(written);
  if (busy !== undefined) {
    await discard(derived);
    return busy;
  }
  await db.transaction(async () => {
    for (const [entity, rows] of pictures) await insertDerived(db, entity, rows);
    for (const entity of entitiesOf(returned)) {
      const ids = returned.filter((file) => file.entity === entity).map(({ id }) => id);
      await db.run(`DELETE FROM {DBNICK}_files_${entity} WHERE id IN (:IDS)`, { IDS: ids });
    }
    if (written.length > 0) await change(written);
  });
  for (const { path, file_name } of returned) await rm(path + file_name, { force: true });

  const originals = kept.map(({ file }) => file);
  const tables = entitiesOf(originals).map((entity) => {
    const own = originals.filter((file) => file.entity === entity).map(rowOfOriginal);
    return [`files_${entity}`, [...own, ...(pictures.get(entity) ?? [])]] as const;
  });
  return {
    result: true,
    message: sayFiles({ hung: kept.length, derived: derived.length, returned, remarks, unread: plan.unread }),
    detail: { hung: kept.length, derived: derived.length, returned: returned.length },
    tables: { ...Object.fromEntries(tables), ...(remarks.length === 0 ? {} : { remarks }) },
    files: originals.map(({ entity, id }) => ({ entity, id })),
  };
});

function entitiesOf(files: readonly { readonly entity: string }[]): string[] {
  return [...new Set(files.map(({ entity }) => entity))];
}

function refuse(message: string): Refusal {
  return { result: false, message };
}
