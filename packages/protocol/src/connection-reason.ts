import { wireReasons } from "./refusals/wire.ts";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no computer of that name",
  EAI_AGAIN: "the name could not be looked up: is this computer online?",
  EHOSTUNREACH: "there is no way to that computer",
  ENETUNREACH: "there is no way to that network",
  ENETDOWN: "this computer is not online",
  ETIMEDOUT: "there was no connection in time",
  EACCES: "this computer does not let programs connect there",
  EMFILE: "this computer has too many files open",
  EADDRNOTAVAIL: "this computer has no free port",
  EPROTO: "it does not speak TLS",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: is this computer's clock right?",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by nobody this computer trusts",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by nobody this computer trusts",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is signed by nobody this computer trusts",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is signed by nobody this computer trusts",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is another computer's",
};

/** Why a connection failed, in words without the address. */
export function connectionReason(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  if (code.startsWith("HPE_")) return wireReasons.notPrilavok;
  if (code.startsWith("ERR_SSL_")) return "it does not speak TLS as this computer does";
  return REASONS[code] ?? wireReasons.brokeOff;
}
