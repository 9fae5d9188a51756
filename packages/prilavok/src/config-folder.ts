import envPaths from "env-paths";

/** Prilavok's folder among the user's settings; `PRILAVOK_CONFIG_DIR` names another one. */
export function configFolder(): string {
  return process.env.PRILAVOK_CONFIG_DIR || envPaths("prilavok", { suffix: "" }).config;
}
