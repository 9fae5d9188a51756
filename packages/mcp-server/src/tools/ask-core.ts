import { callRefusals } from "@prilavok/protocol";
import type { OutgoingFiles } from "../local/outgoing-files.ts";
import { callForData, type Session } from "../session/session.ts";

/** Asks Core for something that brings no rows: its data, or its refusal in words. A file that breaks off here says why. */
export async function askCore(
  session: Session,
  command: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
  files?: OutgoingFiles,
): Promise<{ readonly data: Record<string, unknown> } | { readonly refusal: string }> {
  const envelope = await callForData(session, command, args, signal, files);
  if (files?.broken !== undefined) return { refusal: files.broken };
  if (envelope === undefined) return { refusal: signal.aborted ? callRefusals.cancelled : callRefusals.brokeOff(0) };
  return envelope.ok ? { data: envelope.data } : { refusal: envelope.error };
}
