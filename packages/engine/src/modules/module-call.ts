/** What Core hands to an isolate, and how the call ended. */
import type { AnswerPart } from "@prilavok/protocol";

/** The person a module works for. Ids are numbers as in `user`. */
export interface ModulePerson {
  readonly id: number;
  readonly login: string;
  readonly name: string;
}

export interface ModuleCall {
  /** The tool's address, `MELBIS_AGENT_CURRENCY`. */
  readonly unit: string;
  /** The command as the registry spells it. */
  readonly command: string;
  readonly person: ModulePerson;
  /** Checked fields, as the module gets them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly files: readonly Readonly<Record<string, unknown>>[];
  readonly signal: AbortSignal;
}

/** How a module's call ended; times in milliseconds. */
export type ModuleEnd =
  | {
      readonly kind: "answered";
      /** The module's own answer without its rows: `tables` holds `{name: {rows}}`. */
      readonly answer: Record<string, unknown>;
      readonly unitMs: number;
      readonly sql: number;
      readonly sqlMs: number;
    }
  /** A crash in words, ready for the caller: `Module not found! [units/x]`, `X\CmdY failed: …`. */
  | {
      readonly kind: "crashed";
      readonly text: string;
      /** What the module threw, with the lines of its source: for its developer only. */
      readonly trace?: string | undefined;
    };

/** Sections `tables.<name>` stream while the module answers; the return value is the end. */
export type RunModule = (
  call: ModuleCall,
) => AsyncGenerator<Exclude<AnswerPart, { kind: "envelope" }>, ModuleEnd, void>;
