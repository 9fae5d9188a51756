import type { Cell } from "./cells.ts";
import type { Door, DoorAnswer } from "./doors/door.ts";
import { FreshStore, type StoreOptions } from "./stores/fresh-store.ts";

/** A fresh store with its door open and the session connected under the topic `t`; both go when it is disposed of. */
export class OpenedStore {
  readonly store: FreshStore;
  readonly #door: Door;

  private constructor(store: FreshStore, door: Door) {
    this.store = store;
    this.#door = door;
  }

  /** `prepare` changes the store before anything opens it. */
  static async create(
    cell: Cell,
    options: StoreOptions = {},
    prepare?: (store: FreshStore) => Promise<void> | void,
  ): Promise<OpenedStore> {
    const store = await FreshStore.create({ ...options, engine: cell.engine });
    await prepare?.(store);
    const opened = new OpenedStore(store, await cell.open(store.folder));
    await opened.reconnect(true);
    return opened;
  }

  /** The store folder on the agent's side. */
  get agentFolder(): string {
    return this.#door.folder;
  }

  /** Opens a new session, or starts the server anew so that none is open. */
  async reconnect(connected: boolean): Promise<void> {
    if (connected) await this.ask("session_connect", { topic: "t" });
    else await this.#door.restart();
  }

  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<DoorAnswer> {
    return this.#door.call(tool, args);
  }

  /** The data of a call that has to succeed; throws the refusal of one that does not. */
  async ask<Data = Readonly<Record<string, unknown>>>(
    tool: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<Data> {
    const { isError, data, text } = await this.call(tool, args);
    if (isError || data === undefined) throw new Error(`${tool} refused: ${text || JSON.stringify(data)}`);
    return data as Data;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#door.close();
    await this.store[Symbol.asyncDispose]();
  }
}
