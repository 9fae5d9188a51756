import { doctorWords, wireRefusals } from "@prilavok/protocol";
import { readVersion } from "../read-version.ts";
import { askServedStore } from "../served/ask-served-store.ts";
import { findToken } from "../served/kept-token.ts";
import type { ServedStore } from "../served/served-store.ts";
import { bad, type Check, good } from "./check.ts";

/** Walks the way to a served store, as far as each check lets the next one. */
export async function* checkServedStore(store: ServedStore): AsyncGenerator<Check, void, void> {
  yield good("settings", doctorWords.servedSettings(store.name, store.url));
  const token = await findToken(store);
  if (token === "silent") return yield bad("token", doctorWords.keyringSilent(store.url));
  if (token === undefined) return yield bad("token", wireRefusals.noSettings(store.url));
  yield good("token", doctorWords.token);
  const session = await askServedStore(store, "session_connect", {});
  if ("refusal" in session) return yield bad("core", session.refusal);
  yield good("core", doctorWords.servedCore(store.url));
  const { user, core, rights, tools } = session.data;
  const login = isObject(user) ? String(user["login"]) : "";
  yield good("person", doctorWords.person(login));
  const held = Array.isArray(rights) ? rights.length : 0;
  yield held === 0 ? bad("rights", doctorWords.noRights(login)) : good("rights", doctorWords.heldRights(held));
  if (typeof tools === "number") yield good("modules", doctorWords.modules(tools));
  yield checkVersions(await readVersion(), String(core));
}

/** Versions of one wire work together; a person is told when they differ all the same. */
function checkVersions(own: string, core: string): Check {
  return good("version", own === core ? doctorWords.version(own) : doctorWords.versions(own, core));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
