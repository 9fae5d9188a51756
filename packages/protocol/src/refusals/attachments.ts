/** Refusals about attachments and element files (pages 20 and 40), on both sides of the wire. */
export const attachmentRefusals = {
  // The form of an entry.
  needsFile: "Every entry needs file - a path on this machine.",
  needsEntity: "Every entry needs entity - what the file belongs to: store, topic, brand, …",
  needsElement:
    "Every entry needs elem_id - the id of the element the file belongs to: a whole number, or its digits as a string.",
  needsIdOrElement: "Every entry needs id or elem_id - a file by its id, or all files of an element.",
  needsId: "Every entry needs id - the id of a file, a whole number or its digits as a string.",
  filesRequired: (example: string) => `files is required: a list of entries like ${example}.`,
  unknownKey: (key: string, known: readonly string[]) =>
    `An entry has an unknown key [${key}]; it takes: ${known.join(", ")}. Nothing was done.`,
  kindNotWord: (shown: string) =>
    `The kind_key takes a word of 100 characters at most, like kBase, and [${shown}] is not one.`,
  nameNotText: (shown: string) => `The real_name takes a text, and [${shown}] is not one.`,
  nameTooLong: (shown: string, characters: number) =>
    `The real_name [${shown}] is ${characters} characters long, and 255 fit: name a shorter one, a name is never cut.`,
  tooLarge: (kilobytes: number) =>
    `These files come to more than ${kilobytes} KB together: send them in several calls. One file alone passes at any size.`,

  // What Core finds.
  unknownEntity: (entity: string) =>
    `Unknown element entity: ${entity}. An entity is a table that has a files_<entity> beside it: store, topic, brand, info, …; engine_db_tables lists them.`,
  elementNotFound: (entity: string, id: string) =>
    `Element not found: ${entity} id ${id}. Look the id up in the table ${entity} first, or add the element.`,
  noSuchKind: (kind: string, entity: string, kinds: readonly string[]) =>
    `No group [${kind}] among the files of a ${entity} - it keeps: ${kinds.join(", ")}.`,
  noSuchFile: (entity: string, id: string) =>
    `No such file: ${entity} id ${id}. engine_files_load by elem_id shows the files an element has.`,
  tableInWork: (table: string, holder: string, since: string) =>
    `The table ${table} is in work right now, and nothing was written: ${holder} has it since ${since}. Try again in a moment; engine_db_locks shows who holds what.`,
  notWritten: (reason: string) =>
    `Nothing was written, in the database or on the store's disk: ${reason}. Mend that there, then send the files again.`,
  brokeOff: (part: string) =>
    `The file ${part} broke off on its way, and nothing of this call was written. Send it again.`,
  gone: (count: number, command: string) =>
    `The ${count} file(s) sent with this call are gone: the command [${command}] did not take them.`,
  stay: (count: number, command: string, reason: string) =>
    `The command [${command}] did not take the ${count} file(s) sent with this call, and they could not be removed: ${reason}`,

  // On the agent's computer.
  changed: (path: string) =>
    `${path} changed while it was being sent, and nothing of this call was written. Send it again when it is at rest.`,
  vanished: (path: string) =>
    `${path} vanished while it was being sent, and nothing of this call was written. Send a file that stays.`,
  unreadable: (path: string, reason: string) =>
    `${path} could not be read to its end, and nothing of this call was written: ${reason}. Mend that, then send it again.`,
  removalUnconfirmed: "Nothing was removed. Repeat the command with --yes to remove these rows and files for good.",
  addedBefore: (added: readonly string[], refusal: string) => `Added before this: ${added.join("; ")}\n${refusal}`,
  outsidePath:
    "The store named a place outside files/ for a file, and nothing was written there. Its owner looks at its files with `prilavok files audit`.",
  notLoaded: (done: number, total: number, reason: string) =>
    `${done} of ${total} files are loaded, then it stopped: ${reason} Call again: an unchanged file is not sent again.`,
  downloadBroke: (entity: string, id: string) => `the file ${entity} id ${id} broke off on its way.`,
  noRoom: (reason: string) => `a file cannot be written on this computer: ${reason}. Mend that.`,
} as const;
