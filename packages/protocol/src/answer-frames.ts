import type { AnswerPart, Envelope } from "./call.ts";
import { controlLine, type FramePiece } from "./row-frames.ts";

/** Core is at work and has nothing to send yet. */
export const ALIVE = { kind: "alive" } as const;

const LONGEST_SECTION = 200;

/** A part of an answer as it stands in the body of row frames. */
export function encodePart(part: AnswerPart | typeof ALIVE): Uint8Array {
  switch (part.kind) {
    case "rows":
      return part.bytes;
    case "open":
      return controlLine({ open: part.section });
    case "close":
      return controlLine({ close: part.section, rows: part.rows });
    case "drop":
      return controlLine({ drop: part.section });
    case "envelope":
      return controlLine({ envelope: part.envelope });
    case "alive":
      return controlLine({ alive: true });
  }
}

/** Reads a piece of a body of row frames; undefined for a control line of no known form. */
export function decodePart(piece: FramePiece): AnswerPart | typeof ALIVE | undefined {
  if ("rows" in piece) return { kind: "rows", bytes: piece.rows };
  const { open, close, rows, drop, envelope, alive } = piece.control;
  if (isSection(open)) return { kind: "open", section: open };
  if (isSection(close) && isCount(rows)) return { kind: "close", section: close, rows };
  if (isSection(drop)) return { kind: "drop", section: drop };
  if (alive === true) return ALIVE;
  const read = readEnvelope(envelope);
  return read === undefined ? undefined : { kind: "envelope", envelope: read };
}

/** The envelope a value is; undefined where a key of it is missing or of another kind. Keys beyond them are left out. */
export function readEnvelope(value: unknown): Envelope | undefined {
  if (!isObject(value)) return undefined;
  const { ok, ms, error, data, unit, command, unit_ms, sql, sql_ms } = value;
  if (!isMeasure(ms)) return undefined;
  if (ok === false) return typeof error === "string" ? { ok, ms, error } : undefined;
  if (ok !== true || !isObject(data) || !isOptional(unit, isText) || !isOptional(command, isText)) return undefined;
  if (!isOptional(unit_ms, isMeasure) || !isOptional(sql, isCount) || !isOptional(sql_ms, isMeasure)) return undefined;
  return {
    ok,
    ms,
    ...(unit_ms === undefined ? {} : { unit_ms }),
    ...(sql === undefined ? {} : { sql }),
    ...(sql_ms === undefined ? {} : { sql_ms }),
    ...(unit === undefined ? {} : { unit }),
    ...(command === undefined ? {} : { command }),
    data,
  };
}

function isOptional<Value>(value: unknown, is: (value: unknown) => value is Value): value is Value | undefined {
  return value === undefined || is(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isSection(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_SECTION;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isMeasure(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
