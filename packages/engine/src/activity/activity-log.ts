import type { CoreCall } from "@prilavok/protocol";
import type { ActivityEntry } from "./activity-entry.ts";

/**
 * Where calls are written down. `append` neither waits nor throws: a log that cannot be written loses its rows and says so in
 * Core's log, and no call with them.
 */
export interface ActivityLog {
  append(entry: ActivityEntry, call: CoreCall): void;
  /** Resolves when what was appended is written. */
  close(): Promise<void>;
}
