import type { AnswerPart } from "@prilavok/protocol";
import type { StepEnd, StepRows } from "../sql/database.ts";

/** A step's rows on their way to the caller. */
export type RowPart = Exclude<AnswerPart, { kind: "envelope" }>;

/** The most a later step may refer into. */
const KEPT_BYTES = 100_000;

/** Rows kept for later steps: dropped when they grow past what an answer shows, so that memory stays flat. */
export class KeptRows {
  #pieces: Uint8Array[] | undefined = [];
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#bytes > KEPT_BYTES) this.#pieces = undefined;
    else this.#pieces?.push(piece);
  }

  /** Undefined when the rows were too heavy to keep. */
  get pieces(): readonly Uint8Array[] | undefined {
    return this.#pieces;
  }
}

/** Passes the rows of a step on as a section; one that fails half-way ends with a drop. */
export async function* streamRows(
  rows: StepRows,
  section: string,
  kept: KeptRows | undefined,
): AsyncGenerator<RowPart, StepEnd, void> {
  let opened = false;
  try {
    for (;;) {
      const next = await rows.next();
      const failed = next.done === true && next.value.kind !== "done";
      if (!opened && !failed) {
        yield { kind: "open", section };
        opened = true;
      }
      if (next.done === true) {
        if (next.value.kind === "done") yield { kind: "close", section, rows: next.value.rows };
        else if (opened) yield { kind: "drop", section };
        return next.value;
      }
      kept?.add(next.value);
      yield { kind: "rows", bytes: next.value };
    }
  } finally {
    await rows.return({ kind: "error", text: "" });
  }
}
