import { wireRefusals } from "@prilavok/protocol";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a served store in its one spelling, without a slash at the end: what its token is kept under. Plain http
 * goes to this computer alone.
 */
export function storeAddress(given: string): { readonly url: string } | { readonly refusal: string } {
  const shown = given.replace(/\/\/[^/@]*@/, "//");
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}${url.search}${url.hash}` !== "") {
    return { refusal: wireRefusals.notAnAddress(shown) };
  }
  const address = url.href.replace(/\/+$/, "");
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) return { refusal: wireRefusals.plainHttp(address) };
  return { url: address };
}
