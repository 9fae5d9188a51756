import type { Row } from "@prilavok/sdk";
import type { Unfit } from "./read-value.ts";

/** How names are compared: case, outer spaces and the two ways to write `й` make no difference. */
export function foldName(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}

const SHOWN = 5;

/** The rows of a table by what people call them. Rows hold `id`, perhaps `skey` and `name`, and what else is to be known. */
export class Directory {
  readonly #what: string;
  readonly #byId = new Map<number, Row>();
  readonly #byName = new Map<string, Set<number>>();
  /** Rows of an import say the same few words over and over. */
  readonly #found = new Map<string, number>();
  readonly #foundNamed = new Map<string, number>();

  constructor(what: string, rows: Iterable<Row> = []) {
    this.#what = what;
    for (const row of rows) this.add(row);
  }

  add(row: Row): void {
    const id = Number(row.id);
    this.#byId.set(id, row);
    for (const word of [row.skey, row.name]) {
      if (!word) continue;
      const name = foldName(word);
      const ids = this.#byName.get(name) ?? new Set();
      this.#byName.set(name, ids.add(id));
    }
  }

  row(id: number): Row | undefined {
    return this.#byId.get(id);
  }

  /** The id of the row that is meant by an id in digits, an skey or a name. Digits are always an id. */
  find(field: string, word: string): number | Unfit {
    const known = this.#found.get(word);
    if (known !== undefined) return known;
    const isId = /^[0-9]+$/.test(word);
    const id = isId ? Number(word) : this.findNamed(field, word);
    if (typeof id === "object") return id;
    if (id !== undefined && this.#byId.has(id)) {
      this.#found.set(word, id);
      return id;
    }
    const how = isId ? `with the id ${word}` : `of the skey or name [${word}]`;
    return { problem: `The [${field}] points at nothing: there is no ${this.#what} ${how}` };
  }

  /** The same by an skey or a name alone; undefined where none is of it. A spelling to the letter goes before others. */
  findNamed(field: string, word: string): number | undefined | Unfit {
    const known = this.#foundNamed.get(word);
    if (known !== undefined) return known;
    const ids = [...(this.#byName.get(foldName(word)) ?? [])];
    const exact = ids.filter((id) => this.#byId.get(id)?.skey === word || this.#byId.get(id)?.name === word);
    const meant = exact.length > 0 ? exact : ids;
    const [id] = meant;
    if (meant.length === 1 && id !== undefined) this.#foundNamed.set(word, id);
    if (meant.length <= 1) return id;
    const shown = meant.slice(0, SHOWN).join(", ");
    return {
      problem: `The [${field}] says [${word}], and several of ${this.#what} go by it: name one by its id (${shown})`,
    };
  }
}
