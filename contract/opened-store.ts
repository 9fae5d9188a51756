import type { Cell } from "./cells.ts";
import type { Door, DoorAnswer } from "./doors/door.ts";
import { FreshStore, type StoreOptions } from "./stores/fresh-store.ts";

/** A fresh store with its door open and the session connected under the topic `t`; both go when it is disposed of. */
export class OpenedStore {
  readonly store: FreshStore;
  readonly #cell: Cell;
  #door: Door;

  private constructor(cell: Cell, store: FreshStore, door: Door) {
    this.#cell = cell;
    this.store = store;
    this.#door = door;
  }

  /** `prepare` changes the store before anything opens it. */
  static async create(
    cell: Cell,
    options: StoreOptions = {},
    prepare?: (store: FreshStore) => Promise<void> | void,
  ): Promise<OpenedStore> {
    const store = await FreshStore.create(options);
    await prepare?.(store);
    const opened = new OpenedStore(cell, store, await cell.open(store.folder));
    await opened.reconnect(true);
    return opened;
  }

  /** Opens a new session, or a new door on which none is open. */
  async reconnect(connected: boolean): Promise<void> {
    if (!connected) {
      await this.#door.close();
      this.#door = await this.#cell.open(this.store.folder);
      return;
    }
    const answer = await this.call("session_connect", { topic: "t" });
    if (answer.isError) throw new Error(`session_connect refused: ${answer.text}`);
  }

  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<DoorAnswer> {
    return this.#door.call(tool, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#door.close();
    this.store[Symbol.dispose]();
  }
}
