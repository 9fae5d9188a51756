import type { AnswerPart, CoreCall, FileAddress, FileDownload, FileParts } from "@prilavok/protocol";
import type { LocalFence } from "../local/local-place.ts";

/**
 * The way to one store's Core, whatever carries it: a function call in an embedded store, HTTP in a served one.
 * An answer ends with its envelope; one that ends without it, or throws, is a broken call.
 */
export interface StoreCarrier {
  call(call: CoreCall, signal: AbortSignal, files?: FileParts): AsyncGenerator<AnswerPart, void, void>;
  /** An element file, or why it does not come. Throws, at once or in its bytes, where the way breaks off. */
  download(file: FileAddress, signal: AbortSignal): Promise<FileDownload>;
  close(): Promise<void>;
}

/** A store this computer knows. `folder` is the store folder, absolute. */
export interface KnownStore {
  readonly name: string;
  readonly folder: string;
}

/** A store ready to be called. */
export interface OpenStore {
  readonly carrier: StoreCarrier;
}

/** The stores of this computer, handed in by the program that starts the server. */
export interface StoreDirectory {
  /** The server was started for one store and uses no other. */
  readonly pinned: boolean;
  list(): Promise<readonly KnownStore[]>;
  /** The store a session connects to, or in words why there is none. */
  chosen(): Promise<KnownStore | { readonly refusal: string }>;
  /** How far the tools may go on this computer in a session with the store; read at every connect. */
  fence(store: KnownStore): Promise<LocalFence | { readonly refusal: string }>;
  open(store: KnownStore): Promise<OpenStore | { readonly refusal: string }>;
}
