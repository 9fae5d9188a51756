import { readSync } from "node:fs";
import { MessageReader } from "./messages.ts";

const REQUESTS_FD = 0;
const PIECE_BYTES = 64 * 1024;

/**
 * Reads a child's requests in turn, blocking the thread: the shortest way from the parent's write to the work.
 * `undefined` when the parent has closed its end. For a child that does nothing between requests.
 */
export function blockingRequests(): () => { readonly message: unknown } | undefined {
  const reader = new MessageReader();
  return () => {
    for (;;) {
      const next = reader.take();
      if (next !== undefined) return next;
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const length = readSync(REQUESTS_FD, piece, 0, PIECE_BYTES, null);
      if (length === 0) return undefined;
      reader.push(piece.subarray(0, length));
    }
  };
}
