import { z } from "zod";
import { closedObject, readCheckedJson } from "./read-checked-json.ts";
import { RELATIONS_FILE } from "./store-layout.ts";

/** One line of the relation map: rows of `table` point at rows of `main` with their field `key`. Names are bare. */
export interface Relation {
  readonly main: string;
  readonly table: string;
  readonly key: string;
  /** May the field stand empty: when its main row goes, the key is emptied instead of the row deleted. */
  readonly nullable: boolean;
}

export type Relations = readonly Relation[];

const name = z.string({ error: "takes a name" }).regex(/^[\p{L}_][\p{L}\p{N}_]*$/u, { error: "takes a bare name" });
const yesOrNo = z.boolean({ error: "takes true or false" });

const relationsSchema = z
  .array(closedObject({ main: name, table: name, key: name, nullable: yesOrNo }), {
    error: "takes a list of relations",
  })
  .superRefine((relations, context) => {
    const spelled = relations.map(({ main, table, key }) => `${main} <- ${table}.${key}`.toLowerCase());
    const second = spelled.findIndex((relation, at) => spelled.indexOf(relation) < at);
    if (second !== -1) {
      context.addIssue({ code: "custom", path: [second], message: `says ${spelled[second]} a second time` });
    }
  });

/** Reads and checks the store's relation map, `relations.json`. */
export async function readRelations(folder: string): Promise<Relations | { readonly refusal: string }> {
  const read = await readCheckedJson(folder, RELATIONS_FILE, relationsSchema);
  return "refusal" in read ? read : read.value;
}
