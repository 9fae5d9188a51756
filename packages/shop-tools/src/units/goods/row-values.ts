import type { Columns } from "./columns.ts";
import type { Value } from "./read-column.ts";

const WRONG = Symbol("wrong");
type Said = Value | typeof WRONG | undefined;

/** Where the columns of a stream stand in the lists of values of its rows. */
export type Places = ReadonlyMap<string, number>;

export function placesOf(columns: Columns): Places {
  return new Map(Object.keys(columns).map((name, place) => [name, place]));
}

/** What a row says by column, or would say where it is silent. An import has a hundred thousand, so they are plain lists. */
export class RowValues {
  readonly #places: Places;
  readonly #said: Said[];

  constructor(places: Places, defaults?: RowValues) {
    this.#places = places;
    this.#said = defaults === undefined ? Array<Said>(places.size).fill(undefined) : defaults.#said.slice();
  }

  /** Nothing stands for a value that was wrong, and was told. */
  set(place: number, value: Value | undefined): void {
    this.#said[place] = value === undefined ? WRONG : value;
  }

  /** The same, silent about these columns. */
  without(columns: readonly string[]): RowValues {
    const rest = new RowValues(this.#places);
    for (const [column, place] of this.#places) if (!columns.includes(column)) rest.#said[place] = this.#said[place];
    return rest;
  }

  /** Whether anybody named the column, rightly or not. */
  has(column: string): boolean {
    return this.#said[this.#places.get(column) ?? -1] !== undefined;
  }

  get(column: string): Value | undefined {
    const said = this.#said[this.#places.get(column) ?? -1];
    return said === WRONG ? undefined : said;
  }
}
