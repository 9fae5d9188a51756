/** What Core and an isolate say to each other, besides the rows of an answer. */
import type { MysqlServer } from "../sql/mysql-server.ts";
import type { ModulePerson } from "./module-call.ts";

/** Where a store's database is, as an isolate connects to it. */
export type IsolateDatabase =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "server"; readonly server: MysqlServer };

/** What an isolate is told once, by its first message: a command line and an environment are open to others. */
export interface IsolateSettings {
  readonly database: IsolateDatabase;
  readonly nick: string;
  /** How long a call may take. */
  readonly moduleSeconds: number;
  /** The directory it works in. */
  readonly storeDir: string;
}

/** Calls a command; the first one decides which bundle the isolate works with. */
export interface CommandRequest {
  readonly kind: "run";
  readonly num: number;
  /** The bundle's file. */
  readonly bundle: string;
  readonly command: string;
  readonly callId: string;
  readonly person: ModulePerson;
  readonly params: Readonly<Record<string, unknown>>;
  readonly files: readonly Readonly<Record<string, unknown>>[];
  readonly secrets: Readonly<Record<string, unknown>>;
}

export type IsolateRequest =
  | CommandRequest
  | { readonly kind: "cancel"; readonly num: number }
  /** Gives back the locks of a call whose isolate broke. */
  | { readonly kind: "release"; readonly num: number; readonly callId: string };

/** The last control line of a call, `{"end": …}`; times in milliseconds. */
export type IsolateEnd =
  | {
      readonly kind: "answered";
      /** The module's answer with `tables` as `{name: {rows}}`. */
      readonly answer: Record<string, unknown>;
      readonly unitMs: number;
      readonly sql: number;
      readonly sqlMs: number;
      /** Something that the command started is still at work. */
      readonly leftovers: boolean;
    }
  | { readonly kind: "noFunction" | "noResult"; readonly leftovers: boolean }
  | { readonly kind: "released" }
  | { readonly kind: "failed"; readonly text: string; readonly stack: string };
