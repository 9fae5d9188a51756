import { wireRefusals } from "./refusals/wire.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address of a served store: https, or plain http to this computer; without a name, a password, ? or #. */
export function readStoreAddress(given: string): URL | { readonly refusal: string } {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const spelled = given.replace(/[^/]*@/g, "");
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || /[@?#]/.test(given)) {
    return { refusal: wireRefusals.notAnAddress(spelled) };
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) return { refusal: wireRefusals.plainHttp(spelled) };
  return url;
}

/** The address as it stands in messages. */
export function showAddress(url: URL): string {
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
