import { Transform } from "node:stream";

/** What the reader of a cut stream meets: a quiet end, or an error as of a broken connection. */
export type CutKind = "end" | "reset";

/**
 * A pass-through that lets `bytes` through and then cuts, in the middle of a chunk where it falls so;
 * what comes after a quiet end is swallowed.
 */
export function cutStream(bytes: number, kind: CutKind = "end"): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const piece = chunk.subarray(0, left);
      left -= piece.length;
      if (piece.length > 0) this.push(piece);
      if (left > 0) return done();
      if (kind === "reset") return done(Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" }));
      this.push(null);
      done();
    },
  });
}
