/** A statement that the database refused; the message is its own text. */
export class RefusedStatement extends Error {
  /** Undone with the whole of its transaction for another writer's sake: nothing of it stands, and it may be tried again. */
  readonly isUndone: boolean;

  constructor(text: string, { isUndone = false, ...options }: ErrorOptions & { readonly isUndone?: boolean } = {}) {
    super(text, options);
    this.isUndone = isUndone;
  }
}
