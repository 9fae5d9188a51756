import type { Response } from "./send-request.ts";

/** The bytes of a response's body as they come, each awaited no longer than Core may be silent. Throws where it breaks. */
export async function* responseChunks({ message, watch }: Response): AsyncGenerator<Buffer, void, void> {
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>;
  for (;;) {
    const next = await watch.during(chunks.next());
    if (next.done === true) return;
    yield next.value;
  }
}
