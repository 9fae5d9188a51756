import type { FieldType } from "../field-types.ts";

/** What a field of each type takes, and how a value of it is written. */
const takes: Readonly<Record<FieldType, { readonly kind: string; readonly hint: string }>> = {
  str: { kind: "a single value", hint: "one text, number or true/false" },
  int: { kind: "a whole number", hint: "digits alone, like 1234" },
  float: { kind: "a number", hint: "digits with a point, like 1234.5" },
  bool: { kind: "yes or no", hint: "true or false" },
  date: { kind: "a day", hint: "a day of the calendar as YYYY-MM-DD" },
  time: { kind: "a time", hint: "HH:MM or HH:MM:SS" },
  datetime: {
    kind: "a day and a time",
    hint: "YYYY-MM-DD HH:MM:SS by the store's clock, without a time zone or a fraction of a second",
  },
  json: { kind: "a list or an object", hint: "as JSON, or as a string of whole JSON" },
  jsonl: { kind: "a list of objects", hint: 'like [{"name": "…"}, …]' },
  files: { kind: "files", hint: "attachments go in files, beside params" },
};

/** Refusals of a command's fields (page 20, "Field types" and "The order of Core's checks"). */
export const fieldRefusals = {
  /** `shown` is the value as `showValue` writes it; `reason` stands in the place of the type's own hint. */
  notOne: (field: string, type: FieldType, shown: string, reason: string = takes[type].hint) =>
    `The [${field}] takes ${takes[type].kind}, and [${shown}] is not one - ${reason}`,
  lostDigits: "a number beyond ±9007199254740991 has lost its last digits on the way here: pass it as a string",
  halfCharacter:
    "it holds half of a character (a lone surrogate), which no UTF-8 text can keep: pass the whole character",
  tooDeep: (levels: number) => `it nests deeper than ${levels} levels: make it flatter`,
  emptyList: "name at least one value, or leave the field out",
  unknownField: (command: string, field: string, known: readonly string[]) =>
    `The command [${command}] has no field [${field}] - ${known.length === 0 ? "it takes none" : `it takes: ${known.join(", ")}`}`,
  fieldRequired: (command: string, field: string, descr: string, type: string) =>
    `The command [${command}] needs [${field}] - ${descr === "" ? `a field of the type ${type}` : descr}`,
  unknownType: (field: string, type: string) =>
    `The [${field}] is declared with the type [${type}], which is none: the store's developer mends it in the registry`,
} as const;
