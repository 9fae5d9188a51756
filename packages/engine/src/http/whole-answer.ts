import { type AnswerPart, type Envelope, wireRefusals } from "@prilavok/protocol";

/** An answer without row frames. */
export interface WholeAnswer {
  readonly envelope: Envelope;
  readonly fault: boolean;
}

const MAX_MEGABYTES = 8;
const MAX_ROW_BYTES = MAX_MEGABYTES * 1024 * 1024;

/**
 * An answer with its rows inside the envelope, under `data` beside their count: of a table in `tables.<name>`, of a step in
 * its place of `steps`. Too many rows are counted to the end, so that the command is carried out whole, and refused.
 */
export async function wholeAnswer(parts: AsyncGenerator<AnswerPart, void, void>): Promise<WholeAnswer> {
  const sections = new Map<string, Uint8Array[]>();
  let current: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    switch (part.kind) {
      case "open":
        current = [];
        sections.set(part.section, current);
        break;
      case "rows":
        bytes += part.bytes.length;
        if (bytes <= MAX_ROW_BYTES) current.push(part.bytes);
        break;
      case "drop":
        sections.delete(part.section);
        break;
      case "close":
        break;
      case "envelope":
        return { envelope: withRows(part.envelope, sections, bytes), fault: part.fault === true };
    }
  }
  throw new Error("Core ended a call without an envelope");
}

function withRows(envelope: Envelope, sections: ReadonlyMap<string, Uint8Array[]>, bytes: number): Envelope {
  if (!envelope.ok || sections.size === 0) return envelope;
  if (bytes > MAX_ROW_BYTES) return { ok: false, ms: envelope.ms, error: wireRefusals.rowsTooMany(MAX_MEGABYTES) };
  const data = { ...envelope.data };
  for (const [section, pieces] of sections) {
    const [family = "", ...rest] = section.split(".");
    const rows: unknown = JSON.parse(`[${Buffer.concat(pieces).toString("utf8").trimEnd().split("\n").join(",")}]`);
    data[family] = withData(data[family], rest.join("."), rows);
  }
  return { ...envelope, data };
}

/** Lays the rows into the table of that name, or the step of that number. */
function withData(holder: unknown, name: string, rows: unknown): unknown {
  if (Array.isArray(holder)) {
    return holder.map((step: unknown) =>
      isObject(step) && String(step["num"]) === name ? { ...step, data: rows } : step,
    );
  }
  const tables = isObject(holder) ? holder : {};
  const table = tables[name];
  return { ...tables, [name]: { ...(isObject(table) ? table : {}), data: rows } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
