import { describe, expect, it } from "vitest";
import { RandomTree, type TreeChange } from "../../test/random-tree.ts";
import { branchIds, isInside, moveBranch, rowsToWrite, shiftNode, TOP, type TreeRow } from "./tree-change.ts";

/** The table that a list of parents makes, in preorder: the node `n` hangs under the `n`th of them. */
function table(...parents: readonly string[]): TreeRow[] {
  const rows = parents.map((tindex, at) => ({ id: String(at + 1), tindex, tlevel: 0, absindex: 0 }));
  return apply([], rows);
}

/** The table behind a change, in the order of its places. */
function apply(before: readonly TreeRow[], after: readonly TreeRow[]): TreeRow[] {
  const written = new Map(rowsToWrite(before, after).map((row) => [row.id, row]));
  return after.map((row) => written.get(row.id) ?? row).sort((one, other) => one.absindex - other.absindex);
}

const outline = (rows: readonly TreeRow[]) => rows.map(({ id, tlevel }) => `${"-".repeat(tlevel)}${id}`).join(" ");

describe("the rows of a tree", () => {
  // 1 (2 (4) 3) 5
  const rows = table("0", "1", "1", "2", "0");

  it("stand in preorder with their depth", () => {
    expect(outline(rows)).toBe("1 -2 --4 -3 5");
    expect(rows.map((row) => row.absindex)).toEqual([1, 2, 3, 4, 5]);
  });

  it("move as a branch, behind the children of the new parent", () => {
    expect(outline(apply(rows, moveBranch(rows, "2", "5")))).toBe("1 -3 5 -2 --4");
    expect(outline(apply(rows, moveBranch(rows, "2", "1")))).toBe("1 -3 -2 --4 5");
    expect(outline(apply(rows, moveBranch(rows, "1", TOP)))).toBe("5 1 -2 --4 -3");
  });

  it("shift among their siblings, the outermost one not at all", () => {
    expect(outline(apply(rows, shiftNode(rows, "3", -1)))).toBe("1 -3 -2 --4 5");
    expect(outline(apply(rows, shiftNode(rows, "1", 1)))).toBe("5 1 -2 --4 -3");
    expect(shiftNode(rows, "2", -1)).toEqual(rows);
    expect(shiftNode(rows, "4", 1)).toEqual(rows);
  });

  it("are written only where they differ", () => {
    expect(rowsToWrite(rows, rows)).toEqual([]);
    expect(rowsToWrite(rows, shiftNode(rows, "3", -1)).map((row) => row.id)).toEqual(["3", "2", "4"]);
  });

  it("know what is inside a branch", () => {
    expect(branchIds(rows, "1").sort()).toEqual(["1", "2", "3", "4"]);
    expect(isInside(rows, "4", "1")).toBe(true);
    expect(isInside(rows, "1", "1")).toBe(true);
    expect(isInside(rows, "5", "1")).toBe(false);
    expect(isInside(rows, TOP, "1")).toBe(false);
  });

  it("are put right whatever they were like before", () => {
    const broken = rows.map((row) => ({ ...row, tlevel: 7, absindex: 1 }));
    expect(outline(apply(broken, broken))).toBe("1 -2 --4 -3 5");
  });

  it("that hang on nobody or in a ring are left as they are", () => {
    const hanging = { id: "9", tindex: "77", tlevel: 3, absindex: 40 };
    const ring = [
      { id: "10", tindex: "11", tlevel: 0, absindex: 0 },
      { id: "11", tindex: "10", tlevel: 0, absindex: 0 },
    ];
    expect(rowsToWrite(rows, [...rows, hanging, ...ring])).toEqual([]);
    expect(branchIds([...rows, ...ring], "10").sort()).toEqual(["10", "11"]);
    expect(isInside([...rows, ...ring], "10", "1")).toBe(false);
  });
});

it("10,000 random changes leave what a plain tree of lists holds, after each of them", { timeout: 120_000 }, () => {
  const seed = Date.now() % 1_000_000;
  const random = new RandomTree(seed);
  let rows: TreeRow[] = [];
  for (let at = 0; at < 10_000; at += 1) {
    rows = apply(rows, changed(rows, random.change()));
    const printed = rows.map(({ tlevel, absindex, ...row }) => ({
      ...row,
      tlevel: `${tlevel}`,
      absindex: `${absindex}`,
    }));
    expect({ seed, at, rows: printed }).toEqual({ seed, at, rows: random.rows() });
  }
});

function changed(rows: readonly TreeRow[], change: TreeChange): TreeRow[] {
  switch (change.do) {
    case "tree_add":
      return [...rows, { id: `${change.answer.value}`, tindex: `${change.parent_id}`, tlevel: 0, absindex: 0 }];
    case "tree_move":
      return moveBranch(rows, `${change.id}`, `${change.parent_id}`);
    case "tree_remove": {
      const gone = branchIds(rows, `${change.id}`);
      expect(gone).toHaveLength(change.answer.deleted);
      return rows.filter((row) => !gone.includes(row.id));
    }
    default:
      return shiftNode(rows, `${change.id}`, change.do === "tree_up" ? -1 : 1);
  }
}
