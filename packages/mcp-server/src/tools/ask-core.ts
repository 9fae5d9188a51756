import { callRefusals } from "@prilavok/protocol";
import { callForData, type Session } from "../session/session.ts";

/** Asks Core for something that brings no rows: its data, or its refusal in words. */
export async function askCore(
  session: Session,
  command: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ readonly data: Record<string, unknown> } | { readonly refusal: string }> {
  const envelope = await callForData(session, command, args, signal);
  if (envelope === undefined) return { refusal: signal.aborted ? callRefusals.cancelled : callRefusals.brokeOff(0) };
  return envelope.ok ? { data: envelope.data } : { refusal: envelope.error };
}
