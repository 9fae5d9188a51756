import { extname } from "node:path";
import type { FileParts } from "@prilavok/protocol";
import { type OutgoingFile, OutgoingFileError, readOutgoingFile } from "./outgoing-file.ts";

/** A file with what the caller wrote about it, the local path left out. */
export interface OutgoingEntry {
  readonly file: OutgoingFile;
  readonly about: Readonly<Record<string, unknown>>;
}

/** The files of one call on their way out: entries for the call itself, and parts of the same names with the bytes. */
export class OutgoingFiles {
  readonly #entries: readonly OutgoingEntry[];
  #broken: string | undefined;

  constructor(entries: readonly OutgoingEntry[]) {
    this.#entries = entries;
  }

  /** Why a file broke off on this computer, in words; the call it belonged to was not carried out. */
  get broken(): string | undefined {
    return this.#broken;
  }

  get entries(): Record<string, unknown>[] {
    return this.#entries.map(({ about }, index) => ({ part: partName(index), ...about }));
  }

  async *parts(): FileParts {
    for (const [index, { file }] of this.#entries.entries()) {
      yield { part: partName(index), name: partName(index) + plainExtension(file.name), bytes: this.#bytesOf(file) };
    }
  }

  async *#bytesOf(file: OutgoingFile): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* readOutgoingFile(file);
    } catch (error) {
      if (error instanceof OutgoingFileError) this.#broken = error.message;
      throw error;
    }
  }
}

function partName(index: number): string {
  return `data_${index + 1}`;
}

/** The ending alone tells what kind of file it is: no name of this computer travels that the caller did not give. */
function plainExtension(name: string): string {
  const extension = extname(name);
  return /^\.[A-Za-z0-9]{1,16}$/.test(extension) ? extension : "";
}
