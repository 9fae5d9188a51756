import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readStoreAddress, showAddress, storeRefusals, systemReason } from "@prilavok/protocol";

/** The store folder of a served store: its `store.json` names the address and holds no database. */
export interface ServedStore {
  readonly name: string;
  readonly url: string;
  /** Who entered: whose token this computer looks for. */
  readonly login: string | undefined;
}

const KEYS = ["name", "url", "login", "local"];

/** The served store of a folder; undefined where the folder holds a store of its own. */
export async function readServedStore(folder: string): Promise<ServedStore | undefined | { readonly refusal: string }> {
  let text: string;
  try {
    text = await readFile(join(folder, "store.json"), "utf8");
  } catch (error) {
    return { refusal: storeRefusals.unreadable("store.json", systemReason(error)) };
  }
  const settings = parseObject(text.replace(/^\uFEFF/, ""));
  if (settings === undefined) return { refusal: storeRefusals.notJson("store.json") };
  if ("db" in settings || typeof settings["url"] !== "string" || settings["url"] === "") return undefined;
  const unknown = Object.keys(settings).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) {
    const what = `holds an unknown key [${unknown.join(", ")}]; the known ones of a served store: ${KEYS.join(", ")}`;
    return { refusal: storeRefusals.wrongSettings("store.json", "", what) };
  }
  const address = readStoreAddress(settings["url"]);
  if ("refusal" in address) return address;
  const { name, login } = settings;
  return {
    name: typeof name === "string" ? name : showAddress(address),
    url: showAddress(address),
    login: typeof login === "string" ? login : undefined,
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
