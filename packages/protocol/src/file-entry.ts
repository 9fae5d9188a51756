import { attachmentRefusals } from "./refusals/attachments.ts";
import { showValue } from "./show-value.ts";

/** An entry of a call's attachments, read and checked in its form. */
export interface FileEntry {
  readonly entity: string;
  /** The element's id as digits. */
  readonly elemId: string;
  readonly kindKey: string;
  /** The name for people; undefined where the entry has none. */
  readonly realName: string | undefined;
  /** Keys beyond those the store knows, for the module. */
  readonly more: Readonly<Record<string, unknown>>;
}

const KNOWN = new Set(["part", "file", "entity", "elem_id", "kind_key", "real_name"]);
const DEFAULT_KIND = "kBase";
const MAX_NAME_CHARACTERS = 255;
const MAX_KIND_CHARACTERS = 100;

/** Reads an entry whose `file` or `part` the caller has dealt with. `null` and an empty name count as not named. */
export function readFileEntry(given: Readonly<Record<string, unknown>>): FileEntry | { readonly refusal: string } {
  const { entity, elem_id, kind_key, real_name } = given;
  if (typeof entity !== "string" || entity === "") return { refusal: attachmentRefusals.needsEntity };
  const elemId = readId(elem_id);
  if (elemId === undefined) return { refusal: attachmentRefusals.needsElement };
  const kindKey = kind_key ?? DEFAULT_KIND;
  if (typeof kindKey !== "string" || kindKey === "" || [...kindKey].length > MAX_KIND_CHARACTERS) {
    return { refusal: attachmentRefusals.kindNotWord(showValue(kindKey)) };
  }
  const realName = real_name === null || real_name === "" ? undefined : real_name;
  const nameRefusal = realName === undefined ? undefined : checkRealName(realName);
  if (nameRefusal !== undefined) return { refusal: nameRefusal };
  const more = Object.entries(given).filter(([key]) => !KNOWN.has(key));
  return { entity, elemId, kindKey, realName: realName as string | undefined, more: Object.fromEntries(more) };
}

/** An id as digits: a whole number, or its spelling. Undefined for anything else, a number whose digits are lost too. */
export function readId(value: unknown): string | undefined {
  const spelling = Number.isSafeInteger(value) ? String(value) : value;
  return typeof spelling === "string" && /^[0-9]{1,20}$/.test(spelling) ? String(BigInt(spelling)) : undefined;
}

/** A name keeps every letter or is refused; it is never cut. Half of a surrogate pair is no letter. */
function checkRealName(name: unknown): string | undefined {
  if (typeof name !== "string" || /\p{Surrogate}/u.test(name)) {
    return attachmentRefusals.nameNotText(showValue(name));
  }
  const characters = [...name].length;
  return characters > MAX_NAME_CHARACTERS ? attachmentRefusals.nameTooLong(showValue(name), characters) : undefined;
}
