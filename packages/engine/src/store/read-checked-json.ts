import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { storeRefusals, systemReason } from "@prilavok/protocol";
import { z } from "zod";

/** An object that takes the keys of `shape` and no other; an unknown key is refused by its name with the known ones. */
export function closedObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? unknownKey(issue.keys ?? [], known) : "takes an object"),
  });
}

function unknownKey(keys: readonly string[], known: readonly string[]): string {
  return `holds an unknown key [${keys.join(", ")}]; the known ones: ${known.join(", ")}`;
}

/**
 * A settings file of a store, checked against its schema: the value, or a refusal that names the file, the key and what
 * is wrong with it, never the value. A BOM at its start is dropped.
 */
export async function readCheckedJson<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): Promise<{ readonly value: z.output<Schema> } | { readonly refusal: string }> {
  let text: string;
  try {
    text = await readFile(join(folder, file), "utf8");
  } catch (error) {
    return { refusal: storeRefusals.unreadable(file, systemReason(error)) };
  }
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  if (parsed === undefined) return { refusal: storeRefusals.notJson(file) };
  const checked = schema.safeParse(parsed.json);
  if (checked.success) return { value: checked.data };
  const [issue] = checked.error.issues;
  return { refusal: storeRefusals.wrongSettings(file, (issue?.path ?? []).join("."), issue?.message ?? "") };
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
