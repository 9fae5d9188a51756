/** What a thrown thing says of itself, whatever it is; `stack` is for the log. */
export interface ThrownText {
  readonly text: string;
  readonly stack: string;
}

export function thrownText(thrown: unknown): ThrownText {
  try {
    const text = say(thrown);
    return { text, stack: thrown instanceof Error ? stackOf(thrown) : text };
  } catch {
    return { text: "it threw something that cannot be read", stack: "it threw something that cannot be read" };
  }
}

function say(thrown: unknown): string {
  if (thrown instanceof Error) {
    const message = thrown.message === "" ? thrown.name : thrown.message;
    const inner: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause;
    return inner instanceof Error && !message.includes(inner.message) ? `${message}: ${say(inner)}` : message;
  }
  if (typeof thrown === "object" && thrown !== null && "message" in thrown && typeof thrown.message === "string") {
    return thrown.message;
  }
  if (typeof thrown === "string" && thrown !== "") return thrown;
  const shown = typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown);
  return `it threw ${shown === "" ? "an empty text" : shown}`;
}

function stackOf(error: Error): string {
  const stack = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
