/** Page 80 of the contract: what travels between the MCP server and Core, whatever carries it. */

/** One call to Core. `command` is an MCP tool's name; `args` hold no local path and no `into`. */
export interface CoreCall {
  readonly command: string;
  readonly args: Record<string, unknown>;
  /** The agent application, lower-cased as in the conversation folder. */
  readonly app: string;
  /** The conversation topic, empty while the session is being opened. */
  readonly topic: string;
  /** The W3C trace context of the HTTP request that brought it, where it had one. */
  readonly traceparent?: string;
}

/** The end of every answer. Times are milliseconds on the server. */
export type Envelope = AnsweredEnvelope | RefusedEnvelope;

export interface AnsweredEnvelope {
  readonly ok: true;
  readonly ms: number;
  /** Milliseconds inside the command module, where one ran. */
  readonly unit_ms?: number;
  /** With `debug`: how many queries the module made, and their milliseconds. */
  readonly sql?: number;
  readonly sql_ms?: number;
  /** Of a tool_run whose tool is known: its address and the command as the registry spells it; files are named by them. */
  readonly unit?: string;
  readonly command?: string;
  readonly data: Record<string, unknown>;
}

export interface RefusedEnvelope {
  readonly ok: false;
  readonly ms: number;
  readonly error: string;
}

/**
 * An answer in the order it arrives: sections of rows, then the envelope as the proof that it is whole.
 * `bytes` are JSON lines; a piece may end in the middle of a line, the section as a whole never does.
 */
export type AnswerPart =
  | { readonly kind: "open"; readonly section: string }
  | { readonly kind: "rows"; readonly bytes: Uint8Array }
  | { readonly kind: "close"; readonly section: string; readonly rows: number }
  | { readonly kind: "drop"; readonly section: string }
  /** `fault`: the envelope tells of a fault of Core and not of a refusal. */
  | { readonly kind: "envelope"; readonly envelope: Envelope; readonly fault?: true };

/**
 * A file that travels with a call: `part` is its name in the call (`data_1`, …), `name` a file name whose ending tells
 * the file's kind (`data_1.jpg`, the part's `filename` over HTTP). The bytes are read once, in the order of the parts,
 * and only when Core takes them.
 */
export interface FilePart {
  readonly part: string;
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The files of a call in the order of their parts; taken one after another, each read before the next. */
export type FileParts = AsyncIterable<FilePart>;

/** An element file by its row in `files_<entity>`; `id` as digits. */
export interface FileAddress {
  readonly entity: string;
  readonly id: string;
}

/** An element file on its way to this computer. Bytes that end before `sizeBytes`, or throw, are a broken download. */
export type FileDownload =
  | { readonly sizeBytes: number; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly refusal: string };
