import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import type { FilePart } from "@prilavok/protocol";

const LIMITS = { parts: 10_001, headerPairs: 20, headerSize: 16 * 1024 };

class BrokenBody extends Error {}

/**
 * The parts of a multipart request in their order. A part is to be read to its end before the next is taken; the socket
 * is read only as fast as that. Throws, here or in the bytes of a part, where the body is not whole or is no multipart.
 */
export async function* readParts(request: IncomingMessage): AsyncGenerator<FilePart, void, void> {
  const parser = openParser(request);
  const begun: FilePart[] = [];
  const unread = new Set<Readable>();
  let end: "whole" | BrokenBody | undefined;
  let wake: (() => void) | undefined;

  const breakOff = (cause: unknown): void => {
    end ??= new BrokenBody("the body is not whole", { cause });
    for (const bytes of unread) bytes.destroy(end === "whole" ? undefined : end);
    wake?.();
  };
  const onClose = (): void => {
    if (!request.complete) breakOff(undefined);
  };
  parser.on("file", (part, bytes, name) => {
    unread.add(bytes);
    bytes.on("error", breakOff).on("close", () => unread.delete(bytes));
    begun.push({ part, name: name ?? part, bytes });
    wake?.();
  });
  parser.on("partsLimit", () => breakOff(undefined));
  parser.on("error", breakOff);
  parser.on("finish", () => {
    end ??= "whole";
    wake?.();
  });
  request.once("close", onClose).pipe(parser);
  try {
    for (;;) {
      const part = begun.shift();
      if (part !== undefined) yield part;
      else if (end === "whole") return;
      else if (end !== undefined) throw end;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    request.off("close", onClose).unpipe(parser);
  }
}

function openParser(request: IncomingMessage) {
  try {
    const headers = { ...request.headers, "content-type": request.headers["content-type"] ?? "" };
    return new Busboy({ headers, limits: LIMITS, isPartAFile: () => true });
  } catch (cause) {
    throw new BrokenBody("the body has no boundary", { cause });
  }
}
