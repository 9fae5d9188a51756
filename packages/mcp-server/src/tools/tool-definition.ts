/** What an MCP tool is made of, and what it answers with, before the protocol version decides the form. */

/** JSON Schema of a tool: plain types, a description on every property, `items` on every list, nothing at the root but `object`. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** Hints of protocol version 2025-03-26 and newer. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a tool knows of the request that called it. */
export interface ToolContext {
  /** Aborts when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** `clientInfo.name` as the client gave it. */
  readonly clientName: string | undefined;
  /** Reports progress when the client asked for it, else does nothing. `done` must grow from call to call. */
  progress(done: number, total?: number, message?: string): void;
}

/**
 * An answer. `data` is the object for `structuredContent`; `dataText` its JSON text where the order of keys matters
 * (else the text is made of `data`). `text` is the second block and stands in the data under `note` too. A refusal in
 * words has only `text`; a refused pool or command has `data` too.
 */
export interface ToolAnswer {
  readonly refused: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly dataText?: string;
  readonly text?: string;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
  /** `args` as the client sent them: nothing is checked yet. */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolAnswer>;
}
