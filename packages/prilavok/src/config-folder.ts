import { homedir } from "node:os";
import { join } from "node:path";

/** Prilavok's folder among the user's settings; `PRILAVOK_CONFIG_DIR` names another one. */
export function configFolder(): string {
  const { PRILAVOK_CONFIG_DIR, APPDATA, XDG_CONFIG_HOME } = process.env;
  if (PRILAVOK_CONFIG_DIR) return PRILAVOK_CONFIG_DIR;
  switch (process.platform) {
    case "win32":
      return join(APPDATA || join(homedir(), "AppData", "Roaming"), "prilavok", "Config");
    case "darwin":
      return join(homedir(), "Library", "Preferences", "prilavok");
    default:
      return join(XDG_CONFIG_HOME || join(homedir(), ".config"), "prilavok");
  }
}
