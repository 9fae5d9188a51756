/**
 * Values of rows that came as JSON, read by the rules that Core keeps for declared fields: a text may be said as an exact
 * number, a number as its spelling, nothing is guessed.
 */

/** What is wrong with a value, with the field named. */
export interface Unfit {
  readonly problem: string;
}

export function isUnfit(value: unknown): value is Unfit {
  return typeof value === "object" && value !== null && "problem" in value;
}

/** A single value as text. */
export function readText(field: string, value: unknown): string | Unfit {
  return typeof value === "object" ? unfit(field, "a single value", value, "a text or a number") : String(value);
}

export function readWhole(field: string, value: unknown): number | Unfit {
  const isWhole =
    typeof value === "bigint" || Number.isInteger(value) || (typeof value === "string" && /^-?[0-9]+$/.test(value));
  return isWhole ? Number(value) + 0 : unfit(field, "a whole number", value, "digits alone, like 1234");
}

export function readNumber(field: string, value: unknown): number | Unfit {
  const isNumber = Number.isFinite(value) || (typeof value === "string" && /^-?[0-9]+(\.[0-9]+)?$/.test(value));
  return isNumber ? Number(value) + 0 : unfit(field, "a number", value, "digits with a point, like 1234.5");
}

/** 1 or 0. */
export function readYesNo(field: string, value: unknown): number | Unfit {
  const word = typeof value === "object" ? "" : String(value).toLowerCase();
  if (["true", "yes", "1", "on"].includes(word)) return 1;
  if (["false", "no", "0", "off"].includes(word)) return 0;
  return unfit(field, "yes or no", value, "true or false");
}

/** `YYYY-MM-DD HH:MM:SS`; the time, or its seconds, may be left out. */
export function readMoment(field: string, value: unknown): string | Unfit {
  const parts =
    typeof value === "string"
      ? /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]((?:[01][0-9]|2[0-3]):[0-5][0-9])(:[0-5][0-9])?)?$/.exec(value)
      : null;
  const [, day = "", minutes = "00:00", seconds = ":00"] = parts ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  const exists = !day.startsWith("0000") && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  if (parts !== null && exists) return `${day} ${minutes}${seconds}`;
  return unfit(field, "a day and a time", value, "YYYY-MM-DD HH:MM:SS by the store's clock");
}

const SHOWN = 60;

function unfit(field: string, kind: string, value: unknown, hint: string): Unfit {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return { problem: `The [${field}] takes ${kind}, and [${shown}] is not one - ${hint}` };
}
