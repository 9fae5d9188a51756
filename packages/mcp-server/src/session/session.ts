import type { Envelope } from "@prilavok/protocol";
import type { LocalPlace } from "../local/local-place.ts";
import type { OutgoingFiles } from "../local/outgoing-files.ts";
import type { KnownStore, StoreCarrier } from "../store/store-carrier.ts";

/** Work with one store under one login (page 10). It lives in this process and ends with it. */
export interface Session {
  readonly store: KnownStore;
  readonly carrier: StoreCarrier;
  readonly timezone: string;
  /** The agent application as it stands in paths. */
  readonly app: string;
  readonly topic: string;
  /** The conversation folder, absolute. */
  readonly folder: string;
  /** Where local paths start from, and how far they may lead. */
  readonly local: LocalPlace;
  /** What the files of one call come to at most, in kilobytes; one file alone may be larger. */
  readonly filesKb: number;
  /** Keys of the rights this person holds, read when the session opened. */
  readonly rights: ReadonlySet<string>;
  /** The place of each right in the rights tree, in the store's language. */
  readonly rightPaths: Readonly<Record<string, string>>;
  /** The owner's rules: file name → text. */
  readonly rules: Readonly<Record<string, string>>;
  /** Random for this session; codes of rules are made with it. */
  readonly nonce: Buffer;
  /** Tools whose rules were accepted, with the code that was accepted. */
  readonly accepted: Map<string, string>;
}

/** Asks Core for something that brings no rows; `files` go along. */
export async function callForData(
  session: Pick<Session, "carrier" | "app" | "topic">,
  command: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
  files?: OutgoingFiles,
): Promise<Envelope | undefined> {
  const call = { command, args, app: session.app, topic: session.topic };
  for await (const part of session.carrier.call(call, signal, files?.parts())) {
    if (part.kind === "envelope") return part.envelope;
  }
  return undefined;
}
