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
    const store = await FreshStore.create(options);
    await prepare?.(store);
    const opened = new OpenedStore(store, await cell.open(store.folder));
    const connected = await opened.call("session_connect", { topic: "t" });
    if (connected.isError) throw new Error(`session_connect refused: ${connected.text}`);
    return opened;
  }

  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<DoorAnswer> {
    return this.#door.call(tool, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#door.close();
    this.store[Symbol.dispose]();
  }
}
