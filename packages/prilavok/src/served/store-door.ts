import { connectionReason, servedRefusals, wire, wireReasons, wireRefusals } from "@prilavok/protocol";

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
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 300 && response.status < 400) {
      return { refusal: wireRefusals.unreachable(url, wireReasons.redirect(response.status)) };
    }
    const { ok, data, error } = parseObject(await response.text()) ?? {};
    if (ok === true && isObject(data)) return { data };
    return { refusal: ok === false && typeof error === "string" ? error : servedRefusals.noEntering(url) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason =
      cause instanceof Error && cause.name !== "TimeoutError"
        ? connectionReason(cause)
        : wireReasons.silence(TIMEOUT_MS / 1000);
    return { refusal: wireRefusals.unreachable(url, reason) };
  }
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
