/** What a session may read and write on this computer: `local` of `store.json`, and what is Prilavok's own. */
export interface LocalFence {
  /** Folders (absolute) that files are read from, besides the store folder; undefined: wherever the person can read. */
  readonly read: readonly string[] | undefined;
  /** Folders (absolute) that results are written to, besides the store folder; undefined: wherever a path is named outright. */
  readonly write: readonly string[] | undefined;
  /** Files and folders (absolute) of Prilavok itself: settings, tokens, databases. They are neither read nor written. */
  readonly closed: readonly string[];
}

/** Where a path of the caller starts from, and how far it may lead. */
export interface LocalPlace {
  readonly storeFolder: string;
  readonly fence: LocalFence;
}
