import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sessionRefusals } from "@prilavok/protocol";
import { fileErrorReason } from "../local/file-error-reason.ts";
import { sweepParts } from "../local/part-file.ts";
import type { KnownStore, OpenStore, StoreDirectory } from "../store/store-carrier.ts";
import { applicationFolder, applicationName, makeConversationFolder } from "./conversation-folder.ts";
import { readSessionData, type SessionData } from "./read-session-data.ts";
import { callForData, type Session } from "./session.ts";

export type Connected = { readonly session: Session; readonly data: SessionData } | { readonly refusal: string };

type Opening = OpenStore | { readonly refusal: string };

/** Keeps the one open session of this process and the store it works with. */
export class SessionHolder {
  readonly directory: StoreDirectory;
  readonly #autoTopic: string | undefined;
  #session: Session | undefined;
  #opened: { readonly folder: string; readonly open: Promise<Opening> } | undefined;

  /** `autoTopic` opens a session by itself at the first call that needs one. */
  constructor(directory: StoreDirectory, autoTopic: string | undefined) {
    this.directory = directory;
    this.#autoTopic = autoTopic;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** The open session, opened now where the server was started with a topic. */
  async need(clientName: string | undefined, signal: AbortSignal): Promise<Session | { readonly refusal: string }> {
    if (this.#session !== undefined) return this.#session;
    if (this.#autoTopic === undefined) return { refusal: sessionRefusals.notConnected };
    const connected = await this.connect(this.#autoTopic, clientName, signal);
    return "refusal" in connected ? connected : connected.session;
  }

  /** Opens a new session; the open one stays as it was when that is refused. */
  async connect(topic: string, clientName: string | undefined, signal: AbortSignal): Promise<Connected> {
    const store = await this.directory.chosen();
    if ("refusal" in store) return store;
    const fence = await this.directory.fence(store);
    if ("refusal" in fence) return fence;
    const open = await this.#open(store);
    if ("refusal" in open) return open;
    const app = applicationName(clientName);
    const envelope = await callForData({ carrier: open.carrier, app, topic }, "session_connect", {}, signal);
    if (envelope === undefined) return { refusal: sessionRefusals.noAnswer };
    if (!envelope.ok) return { refusal: envelope.error };
    const data = readSessionData(envelope.data);
    if (data === undefined) return { refusal: sessionRefusals.noSession };
    const folder = join(applicationFolder(store.folder, app), topic);
    try {
      await makeConversationFolder(folder);
      await sweepParts(join(store.folder, "files"));
    } catch (error) {
      return { refusal: sessionRefusals.folderFailed(fileErrorReason(error)) };
    }
    const session: Session = {
      store,
      carrier: open.carrier,
      timezone: data.timezone,
      app,
      topic,
      folder,
      local: { storeFolder: store.folder, fence },
      filesKb: data.limits.files_kb,
      rights: new Set(data.rights),
      rightPaths: data.right_paths,
      rules: data.rules,
      nonce: randomBytes(16),
      accepted: new Map(),
    };
    this.#session = session;
    return { session, data };
  }

  async close(): Promise<void> {
    await closeCarrier(await this.#opened?.open);
  }

  /** Calls that come while a store is being opened wait for the same opening. */
  async #open(store: KnownStore): Promise<Opening> {
    if (this.#opened?.folder === store.folder) return this.#opened.open;
    const earlier = this.#opened;
    const opened = { folder: store.folder, open: this.directory.open(store) };
    this.#opened = opened;
    const isOpen = await opened.open.then(
      (open) => !("refusal" in open),
      () => false,
    );
    if (isOpen) await closeCarrier(await earlier?.open);
    else if (this.#opened === opened) this.#opened = earlier;
    return opened.open;
  }
}

async function closeCarrier(open: Opening | undefined): Promise<void> {
  if (open !== undefined && !("refusal" in open)) await open.carrier.close();
}
