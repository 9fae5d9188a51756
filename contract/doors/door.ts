/** What a tool answered, whatever carried it. */
export interface DoorAnswer {
  readonly isError: boolean;
  /** The object of the first block, where that is JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The words: the text of a refusal, or the block beside the data; empty where there are none. */
  readonly text: string;
}

/** A way to call the MCP tools of one store. */
export interface Door {
  /** The store folder on the agent's side; the store's own, where the two are one. */
  readonly folder: string;
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<DoorAnswer>;
  /** Starts the MCP server anew: no session is open then. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a store's door; nothing is connected yet. */
export type OpenDoor = (storeFolder: string) => Promise<Door>;

/** The name every door gives itself, so that the conversation folder is the same. */
export const CLIENT_NAME = "contract";
