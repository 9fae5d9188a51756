import type { SqlValue, StepConnection, StepLimits } from "./database.ts";

/** Rows of a statement of Core's own, small enough to be held: every value is text or NULL, as a step gets it. */
export async function readRows<Row extends Readonly<Record<string, string | null>>>(
  connection: StepConnection,
  sql: string,
  values: readonly SqlValue[],
  limits: StepLimits,
): Promise<{ rows: Row[] } | { error: string }> {
  const pieces: Uint8Array[] = [];
  const stream = connection.rows(sql, values, { ...limits, maxRows: Number.MAX_SAFE_INTEGER });
  let next = await stream.next();
  for (; next.done !== true; next = await stream.next()) pieces.push(next.value);
  if (next.value.kind === "error") return { error: next.value.text };
  return { rows: parseRows(pieces) as Row[] };
}

/** The rows of JSON lines. */
export function parseRows(pieces: readonly Uint8Array[]): unknown[] {
  const lines = Buffer.concat(pieces).toString("utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as unknown);
}
