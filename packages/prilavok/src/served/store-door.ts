import { servedRefusals, wire } from "@prilavok/protocol";

/** What a served store tells whoever enters it. */
export interface Entered {
  readonly token: string;
  readonly login: string;
  readonly storeName: string;
}

const TIMEOUT_MS = 30_000;

/** Exchanges a password for a device token. Nothing is sent on to another address. */
export async function enterStore(
  url: string,
  offer: { readonly login: string; readonly password: string; readonly computer: string },
): Promise<Entered | { readonly refusal: string }> {
  const answer = await ask(url, "/login", offer);
  if ("refusal" in answer) return answer;
  const { token, login, store } = answer.data;
  if (typeof token !== "string" || typeof login !== "string") return { refusal: servedRefusals.noEntering(url) };
  const name = isObject(store) ? store["name"] : undefined;
  return { token, login, storeName: typeof name === "string" && name !== "" ? name : new URL(url).host };
}

/** Gives a token back; a refusal says that the store could not be told. */
export async function leaveStore(url: string, token: string): Promise<{ readonly refusal: string } | undefined> {
  const answer = await ask(url, "/logout", {}, { authorization: `Bearer ${token}` });
  return "refusal" in answer ? answer : undefined;
}

type Asked = { readonly data: Record<string, unknown> } | { readonly refusal: string };

async function ask(url: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Asked> {
  try {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", [wire.versionHeader]: wire.versions.join(", "), ...headers },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { ok, data, error } = parseObject(await response.text()) ?? {};
    if (ok === true && isObject(data)) return { data };
    return { refusal: ok === false && typeof error === "string" ? error : servedRefusals.noEntering(url) };
  } catch (error) {
    return { refusal: servedRefusals.notEntered(url, connectionReason(error)) };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "no computer has this name",
  EAI_AGAIN: "names cannot be looked up at the moment",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "this computer is not on the network",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "it broke the connection off",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is signed by an unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is signed by an unknown authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is of another name",
};

/** Why a request got no answer, in words. */
function connectionReason(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `it does not answer within ${TIMEOUT_MS / 1000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (cause instanceof Error && cause.message === "unexpected redirect") return "it sends on to another address: name that one";
  return REASONS[code] ?? (code === "" ? "it does not answer" : `it does not answer (${code})`);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
