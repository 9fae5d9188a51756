import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** Gathers the answers of one batch and hands them over as one list when the last of them is there. */
export class BatchAnswer {
  readonly #answers: JSONRPCMessage[] = [];
  readonly #write: (answers: readonly JSONRPCMessage[]) => void;
  #awaited = 0;
  #read = false;

  constructor(write: (answers: readonly JSONRPCMessage[]) => void) {
    this.#write = write;
  }

  await(): void {
    this.#awaited++;
  }

  /** The answer of an awaited request; nothing for one that was cancelled. */
  settle(answer: JSONRPCMessage | undefined): void {
    this.#awaited--;
    if (answer !== undefined) this.#answers.push(answer);
    this.#finish();
  }

  /** The answer to a message that was refused at once. */
  add(answer: JSONRPCMessage): void {
    this.#answers.push(answer);
  }

  /** The whole batch has been read: from now on the list may go. */
  close(): void {
    this.#read = true;
    this.#finish();
  }

  #finish(): void {
    if (this.#read && this.#awaited === 0 && this.#answers.length > 0) this.#write(this.#answers);
  }
}
