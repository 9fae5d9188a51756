/** One thing that is wrong with an import. */
export interface Problem {
  /** goods, info, param; fields for what is wrong with the call's own fields. */
  readonly stream: string;
  /** The caller's key of the row; empty where it has none. */
  readonly ref: string;
  /** The place in the stream from 1; 0 for what is no row's. */
  readonly row: number;
  readonly problem: string;
}

const KEPT = 1000;
const SHOWN = 20;

/** Everything that is wrong with an import, so that it is told at once. */
export class Problems {
  /** The first 1000. */
  readonly kept: Problem[] = [];
  #count = 0;

  add(problem: Problem): void {
    this.#count += 1;
    if (this.kept.length < KEPT) this.kept.push(problem);
  }

  get found(): boolean {
    return this.#count > 0;
  }

  /** The refusal's text: the first 20, a line each. */
  get message(): string {
    const shown = this.kept.slice(0, SHOWN).map(({ stream, ref, row, problem }) => {
      const place = ref === "" ? `row ${row}` : `[${ref}]`;
      return row === 0 ? problem : `${stream} ${place}: ${problem}`;
    });
    const rest = this.#count - shown.length;
    const more =
      rest > 0
        ? [`… and ${rest} more: the table problems names ${this.#count > KEPT ? `the first ${KEPT}` : "them all"}`]
        : [];
    const head = this.#count === 1 ? "1 thing is wrong" : `${this.#count} things are wrong`;
    return [`Nothing was written: ${head}`, ...shown, ...more].join("\n");
  }
}
