import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** Gathers the answers of one batch and hands them over as one list when the last of them is there. */
export class BatchAnswer {
  readonly #answers: JSONRPCMessage[] = [];
  readonly #write: (answers: readonly JSONRPCMessage[]) => void;
  #expected = 0;
  #read = false;

  constructor(write: (answers: readonly JSONRPCMessage[]) => void) {
    this.#write = write;
  }

  /** One more answer will come through `settle`. */
  expect(): void {
    this.#expected++;
  }

  /** The answer of an expected one; nothing for one that was cancelled. */
  settle(answer: JSONRPCMessage | undefined): void {
    this.#expected--;
    this.add(answer);
    this.#finish();
  }

  /** An answer that was there at once. */
  add(answer: JSONRPCMessage | undefined): void {
    if (answer !== undefined) this.#answers.push(answer);
  }

  /** The whole batch has been read: from now on the list may go. */
  close(): void {
    this.#read = true;
    this.#finish();
  }

  #finish(): void {
    if (this.#read && this.#expected === 0 && this.#answers.length > 0) this.#write(this.#answers);
  }
}
