const DEFAULT_LIMIT = 80;

/**
 * A value as it stands in the brackets of a refusal: one line of at most `limit` characters, cut with an ellipsis.
 * Works in the time of what is shown, however large or deep the value is.
 */
export function showValue(value: unknown, limit: number = DEFAULT_LIMIT): string {
  const text = typeof value === "string" ? value.slice(0, 2 * (limit + 1)) : jsonHead(value, limit + 1);
  const characters = [...text.replace(/[\p{Control}\p{Surrogate}]/gu, escaped)];
  return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit).join("")}…`;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The start of a value's JSON: not less than `room` characters of it, or all of it. */
function jsonHead(value: unknown, room: number): string {
  if (room <= 0) return "";
  if (typeof value === "string") return JSON.stringify(value.slice(0, room));
  if (typeof value !== "object" || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  let text = `${open}`;
  for (const key in value) {
    if (text.length > room) break;
    if (text.length > 1) text += ",";
    if (!Array.isArray(value)) text += `${JSON.stringify(key.slice(0, room))}:`;
    text += jsonHead(Reflect.get(value, key), room - text.length);
  }
  return text + close;
}
