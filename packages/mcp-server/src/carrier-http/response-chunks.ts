import type { Response } from "./send-request.ts";

/** The bytes of a response's body as they come, each awaited no longer than Core may be silent. Throws where it breaks. */
export async function* responseChunks({ message, watch }: Response): AsyncGenerator<Buffer, void, void> {
  const waiting: Buffer[] = [];
  let end: "whole" | "broken" | undefined;
  let wake: () => void = () => undefined;
  const finish = (how: "whole" | "broken"): void => {
    end ??= how;
    wake();
  };
  // A reader of its own: the stream's iterator joins what has come meanwhile by copying it.
  message.on("data", (chunk: Buffer) => {
    waiting.push(chunk);
    message.pause();
    wake();
  });
  message.on("end", () => finish("whole"));
  message.on("error", () => finish("broken")).on("close", () => finish("broken"));
  // What broke before anybody listened says so no second time.
  if (message.destroyed) finish("broken");
  for (;;) {
    const chunk = waiting.shift();
    if (chunk !== undefined) {
      yield chunk;
      continue;
    }
    if (end === "whole") return;
    if (end === "broken") throw new Error("the connection broke");
    message.resume();
    await watch.during(new Promise<void>((resolve) => (wake = resolve)));
  }
}
