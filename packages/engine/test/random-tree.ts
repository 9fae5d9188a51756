/** A change of a tree that fits, as its step names it, and what the step answers. */
export type TreeChange =
  | { readonly do: "tree_add"; readonly parent_id: number; readonly answer: { readonly value: number } }
  | { readonly do: "tree_move"; readonly id: number; readonly parent_id: number; readonly answer: object }
  | { readonly do: "tree_up" | "tree_down"; readonly id: number; readonly answer: object }
  | { readonly do: "tree_remove"; readonly id: number; readonly answer: { readonly deleted: number } };

/** A row of a tree table as a step prints it. */
export type PrintedRow = Readonly<Record<"id" | "tindex" | "tlevel" | "absindex", string>>;

/** A tree of some forty nodes that is changed at random, the same for the same seed. It is kept as nested lists. */
export class RandomTree {
  readonly #children = new Map<number, number[]>([[0, []]]);
  #state: number;
  #lastId = 0;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Makes the next change. */
  change(): TreeChange {
    const ids = [...this.#children.keys()].filter((id) => id !== 0);
    const any = () => ids[this.#random(ids.length)] ?? 0;
    const parent_id = this.#random(5) === 0 ? 0 : any();
    const pick = ids.length < 5 ? 0 : this.#random(ids.length > 40 ? 12 : 10);
    if (pick < 3) return this.#add(parent_id);
    const id = any();
    if (pick < 6 && !this.#branch(id).includes(parent_id)) return this.#move(id, parent_id);
    if (pick === 6) return this.#shift("tree_up", id, -1);
    if (pick === 7) return this.#shift("tree_down", id, 1);
    return this.#remove(id);
  }

  /** The rows of the table, in the order of their places. */
  rows(): PrintedRow[] {
    const rows: PrintedRow[] = [];
    const walk = (parent: number, level: number): void => {
      for (const id of this.#under(parent)) {
        rows.push({ id: `${id}`, tindex: `${parent}`, tlevel: `${level}`, absindex: `${rows.length + 1}` });
        walk(id, level + 1);
      }
    };
    walk(0, 0);
    return rows;
  }

  #add(parent_id: number): TreeChange {
    this.#lastId += 1;
    this.#children.set(this.#lastId, []);
    this.#under(parent_id).push(this.#lastId);
    return { do: "tree_add", parent_id, answer: { value: this.#lastId } };
  }

  #move(id: number, parent_id: number): TreeChange {
    this.#cut(id);
    this.#under(parent_id).push(id);
    return { do: "tree_move", id, parent_id, answer: {} };
  }

  #shift(word: "tree_up" | "tree_down", id: number, by: number): TreeChange {
    const siblings = this.#siblings(id);
    const at = siblings.indexOf(id);
    const other = siblings[at + by];
    if (other !== undefined) {
      siblings[at] = other;
      siblings[at + by] = id;
    }
    return { do: word, id, answer: {} };
  }

  #remove(id: number): TreeChange {
    const branch = this.#branch(id);
    this.#cut(id);
    for (const gone of branch) this.#children.delete(gone);
    return { do: "tree_remove", id, answer: { deleted: branch.length } };
  }

  #under(parent: number): number[] {
    const children = this.#children.get(parent);
    if (children === undefined) throw new Error(`the tree has no ${parent}`);
    return children;
  }

  #siblings(id: number): number[] {
    return [...this.#children.values()].find((children) => children.includes(id)) ?? [];
  }

  #cut(id: number): void {
    const siblings = this.#siblings(id);
    siblings.splice(siblings.indexOf(id), 1);
  }

  #branch(id: number): number[] {
    return [id, ...this.#under(id).flatMap((child) => this.#branch(child))];
  }

  #random(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }
}
