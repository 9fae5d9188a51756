import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { withTraces } from "../activity/with-traces.ts";
import { sweepAbandoned } from "../attachments/incoming-file.ts";
import { createModuleRunner } from "../modules/create-module-runner.ts";
import { openStore } from "../store/open-store.ts";
import { readRelations } from "../store/relations.ts";
import type { StoreSettings } from "../store/store-settings.ts";
import { type Core, createCore } from "./core.ts";
import { openDatabaseParts } from "./open-database-parts.ts";
import { RunningCalls } from "./running-calls.ts";

/** Core of one store, with everything it stands on; `close` ends its processes. */
export interface OpenCore extends Core {
  readonly settings: StoreSettings;
  close(): Promise<void>;
}

export interface CoreOptions {
  /** Its calls become OpenTelemetry spans where the environment asks for them. */
  readonly isTraced?: boolean;
}

/** Opens the Core of the store in a folder; its processes start when they are first needed. */
export async function openCore(
  storeFolder: string,
  log: (line: string) => void,
  { isTraced = false }: CoreOptions = {},
): Promise<OpenCore | { readonly refusal: string }> {
  // Core's processes work in a folder of their own.
  const folder = resolve(storeFolder);
  const store = await openStore(folder, "read");
  if ("refusal" in store) return store;
  const { db, settings } = store;
  const relations = await readRelations(folder);
  if ("refusal" in relations) {
    await db.close();
    return relations;
  }
  await sweepAbandoned(folder);
  const parts = await openDatabaseParts(store, log);
  const activity = isTraced ? await withTraces(parts.activity, coreVersion(), log) : parts.activity;
  const modules = createModuleRunner({
    storeDir: folder,
    database: parts.database,
    endConnection: parts.endConnection,
    nick: settings.nick,
    timezone: settings.timezone,
    limits: settings.limits,
    log,
  });
  modules.warm();
  const core = createCore({
    facts: {
      dir: folder,
      name: settings.name,
      url: settings.url,
      coreVersion: coreVersion(),
      engineVersion: parts.version,
      filesKb: settings.limits.filesKb,
      timezone: settings.timezone,
    },
    db,
    connectSteps: parts.connectSteps,
    stepTimeouts: { stepMs: settings.limits.readSeconds * 1000, longStepMs: settings.limits.bigReadSeconds * 1000 },
    runModule: modules.run,
    relations,
    calls: new RunningCalls(settings.limits.callSeconds),
    activity,
    log,
  });
  return {
    ...core,
    settings,
    close: async () => {
      await Promise.all([parts.closeSteps(), modules.close(), activity.close()]);
      await db.close();
    },
  };
}

function coreVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
