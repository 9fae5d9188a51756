import type { Attachment } from "@prilavok/sdk";
import type { Remark } from "./derive-all.ts";

/** What became of the files of a call. */
export interface FilesOutcome {
  readonly hung: number;
  readonly derived: number;
  readonly returned: readonly Attachment[];
  readonly remarks: readonly Remark[];
  /** Keys of entries that nobody reads. */
  readonly unread: readonly string[];
}

const SHOWN = 20;

/** The message for the agent: the counts, then by name what went back and what is to be known of the rest. */
export function sayFiles({ hung, derived, returned, remarks, unread }: FilesOutcome): string {
  const pictures = derived === 0 ? "" : `, and ${count(derived, "picture is", "pictures are")} made`;
  const lines = [
    ...returned.map(
      ({ real_name, entity, elem_id }) => `[${real_name}] went back: ${entity} ${elem_id} is kept to other people`,
    ),
    ...remarks.map(({ real_name, remark }) => `[${real_name}] ${remark}`),
  ];
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more: the table remarks names them all`] : [];
  const keys = unread.length === 0 ? [] : [`Keys of entries that this command does not know: ${unread.join(", ")}`];
  return [`${count(hung, "file is", "files are")} hung${pictures}`, ...lines.slice(0, SHOWN), ...more, ...keys].join(
    "\n",
  );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
