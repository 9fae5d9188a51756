import type { FileParts } from "@prilavok/protocol";
import type { ConnectSteps, Database } from "../sql/database.ts";

/** What element files stand on, for one call. */
export interface FilesContext {
  /** The store's directory; `files/` stands in it. */
  readonly dir: string;
  readonly db: Database;
  readonly connectSteps: ConnectSteps;
  /** IANA name of the store's wall clock. */
  readonly timezone: string;
  /** What the files of one call come to at most, in kilobytes; one alone may be larger. */
  readonly batchKb: number;
  /** The person whose id stands in the files' names. */
  readonly personId: number;
  readonly parts: FileParts;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

export interface Refusal {
  readonly refusal: string;
}
