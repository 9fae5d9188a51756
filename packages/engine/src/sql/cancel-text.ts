import { statementRefusals } from "@prilavok/protocol";

/** Why the call of a statement was ended: by whom or by what, where that is known, else that its caller left it. */
export function cancelText({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : statementRefusals.cancelled;
}
