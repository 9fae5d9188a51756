export { Child, type ChildExit, type ChildOptions } from "./child.ts";
export { type CutKind, cutStream } from "./cut-stream.ts";
export { findLeftovers, type Leftover, waitForNoLeftovers } from "./find-leftovers.ts";
export { type KillOptions, type KillPoint, killAt } from "./kill-at.ts";
export { SmallDisk } from "./small-disk.ts";
export { compareFolders, type FolderChange, type FolderSnapshot, snapshotFolder } from "./snapshot-folder.ts";
export { compareSqlite, type SqliteSnapshot, snapshotSqlite, type TableChange } from "./snapshot-sqlite.ts";
