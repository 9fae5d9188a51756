import type { AnswerPart, Envelope } from "@prilavok/protocol";

/** Where the rows of one section go. After `end` or `drop` nothing more comes. */
export interface RowSink {
  write(bytes: Uint8Array): Promise<void>;
  /** The section is whole: as many rows as Core says. */
  end(): Promise<void>;
  /** Nothing of the section is kept. */
  drop(): Promise<void>;
  /** Rows received so far. */
  readonly rows: number;
  /** Why the disk refused, in words; undefined while it has not. */
  readonly failed: string | undefined;
}

/** An answer that is whole, without its sections where it is a refusal, or how many rows had come when it broke off. */
export type Received<Sink> =
  | { readonly whole: true; readonly envelope: Envelope; readonly sections: ReadonlyMap<string, Sink> }
  | {
      readonly whole: false;
      readonly rows: number;
      /** The section whose rows could not be kept, and why, where that ended the reading. */
      readonly failed?: { readonly section: string; readonly reason: string } | undefined;
    };

interface Receiving {
  /** The answer, and with it the call, ends where a sink cannot keep its rows. */
  readonly stopsAtFailure?: boolean;
  /** Hears how many bytes of rows have come. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Receives an answer of Core, each section into a sink of its own. Core is not trusted to keep the order: rows outside
 * a section, a section twice or one that has no sink, a wrong count or a missing envelope break the answer, and every
 * sink is dropped.
 */
export async function receiveAnswer<Sink extends RowSink>(
  parts: AsyncGenerator<AnswerPart, void, void>,
  openSection: (name: string) => Sink | undefined,
  { stopsAtFailure = false, onBytes }: Receiving = {},
): Promise<Received<Sink>> {
  const sections = new Map<string, Sink>();
  let current: { readonly name: string; readonly sink: Sink } | undefined;
  let envelope: Envelope | undefined;
  let broken = false;
  let failed: { readonly section: string; readonly reason: string } | undefined;
  try {
    for await (const part of parts) {
      if (part.kind === "rows" && current !== undefined) {
        onBytes?.(part.bytes.byteLength);
        await current.sink.write(part.bytes);
        const reason = stopsAtFailure ? current.sink.failed : undefined;
        if (reason === undefined) continue;
        failed = { section: current.name, reason };
        break;
      } else if (part.kind === "open" && current === undefined && !sections.has(part.section)) {
        const sink = openSection(part.section);
        broken = sink === undefined;
        if (sink === undefined) break;
        current = { name: part.section, sink };
        sections.set(current.name, sink);
      } else if (part.kind === "close" && current?.name === part.section && current.sink.rows === part.rows) {
        await current.sink.end();
        current = undefined;
      } else if (part.kind === "drop" && current?.name === part.section) {
        await current.sink.drop();
        sections.delete(current.name);
        current = undefined;
      } else if (part.kind === "envelope" && current === undefined) {
        envelope = part.envelope;
        break;
      } else {
        broken = true;
        break;
      }
    }
    if (envelope === undefined || broken) return { whole: false, rows: countRows(sections), failed };
    return { whole: true, envelope, sections: envelope.ok ? sections : new Map() };
  } finally {
    if (envelope?.ok !== true || broken) for (const sink of sections.values()) await sink.drop();
  }
}

function countRows(sections: ReadonlyMap<string, RowSink>): number {
  return [...sections.values()].reduce((sum, sink) => sum + sink.rows, 0);
}
