import type { ToolContext } from "./tool-definition.ts";

const REPORT_EVERY_MS = 5_000;

/** Tells a waiting client every few seconds, until `end`, that the store is still at work and how many bytes of rows came. */
export function reportReading({ progress }: Pick<ToolContext, "progress">): {
  count(bytes: number): void;
  end(): void;
} {
  const startedAt = performance.now();
  let received = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    progress(seconds, undefined, `${seconds} s, ${(received / 1e6).toFixed(1)} MB of rows so far`);
  }, REPORT_EVERY_MS);
  return {
    count: (bytes) => {
      received += bytes;
    },
    end: () => clearInterval(timer),
  };
}
