import type { AnswerPart, CoreCall } from "@prilavok/protocol";
import { activityEntry } from "./activity-entry.ts";
import type { ActivityLog } from "./activity-log.ts";

/** A part of Core's answer before it leaves; `trace`, what broke in the words of the source, stays here. */
export type TracedPart =
  | Exclude<AnswerPart, { kind: "envelope" }>
  | (Extract<AnswerPart, { kind: "envelope" }> & { readonly trace?: string | undefined });

/** Passes an answer on, counts its rows, and writes the call down when it ends, whichever way. */
export async function* logCall(
  log: ActivityLog,
  call: CoreCall,
  login: string,
  answer: AsyncGenerator<TracedPart, void, void>,
): AsyncGenerator<AnswerPart, void, void> {
  const atMs = Date.now();
  const startedAt = performance.now();
  const count = { rows: 0, bytes: 0 };
  let logged = false;
  const write = (end: Partial<Extract<TracedPart, { kind: "envelope" }>> = {}): void => {
    logged = true;
    const ms = Math.round(performance.now() - startedAt);
    log.append(activityEntry(call, login, { atMs, ms, ...count, envelope: end.envelope, trace: end.trace }), call);
  };
  try {
    for await (const part of answer) {
      if (part.kind === "rows") count.bytes += part.bytes.length;
      if (part.kind === "close") count.rows += part.rows;
      if (part.kind !== "envelope") {
        yield part;
        continue;
      }
      const { trace, ...leaving } = part;
      write({ ...leaving, trace });
      yield leaving;
    }
  } finally {
    if (!logged) write();
  }
}
