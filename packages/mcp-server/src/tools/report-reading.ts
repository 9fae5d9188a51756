import type { AnswerPart } from "@prilavok/protocol";
import type { ToolContext } from "./tool-definition.ts";

const REPORT_EVERY_MS = 5_000;

/** Passes an answer on and tells a waiting client every few seconds that the store is still at work. */
export async function* reportReading(
  parts: AsyncGenerator<AnswerPart, void, void>,
  context: ToolContext,
): AsyncGenerator<AnswerPart, void, void> {
  const startedAt = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    context.progress(seconds, undefined, `${seconds} s, ${(bytes / 1e6).toFixed(1)} MB of rows so far`);
  }, REPORT_EVERY_MS);
  try {
    for await (const part of parts) {
      if (part.kind === "rows") bytes += part.bytes.byteLength;
      yield part;
    }
  } finally {
    clearInterval(timer);
  }
}
