import { readSync } from "node:fs";
import { MessageReader } from "./messages.ts";

const REQUESTS_FD = 0;
const PIECE_BYTES = 16 * 1024;

/**
 * A child's requests in turn until the parent closes its end. Waiting blocks the thread, the shortest way from the
 * parent's write to the work: for a child that does nothing between requests.
 */
export function* blockingRequests(): Generator<unknown, void, void> {
  const reader = new MessageReader();
  for (;;) {
    const next = reader.take();
    if (next !== undefined) {
      yield next.message;
      continue;
    }
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const length = readSync(REQUESTS_FD, piece, 0, PIECE_BYTES, null);
    if (length === 0) return;
    reader.push(piece.subarray(0, length));
  }
}
