import { stepRefusals } from "@prilavok/protocol";
import { whileFree } from "../store/lock-tables.ts";
import { busyError } from "./busy-error.ts";
import { idNumber } from "./id-number.ts";
import { markChanged } from "./mark-changed.ts";
import { readId } from "./read-ids.ts";
import type { StepFields, StepKind, StepOutcome } from "./step-kind.ts";
import { readTableName } from "./table-fields.ts";
import { branchIds, isInside, moveBranch, rowsToWrite, shiftNode, TOP, type TreeRow } from "./tree-change.ts";
import { TreeTable } from "./tree-table.ts";
import { LOCK_WAIT_MS, type WritingPool } from "./writing-pool.ts";

type Failed = { readonly error: string };
type Ids = Readonly<Record<"id" | "parent_id", string>>;

/** What a step makes of a tree: the rows as they are to stand, siblings in their order, and what it answers. */
type Change = Failed | { readonly after: readonly TreeRow[]; readonly outcome: StepOutcome };

const DONE: StepOutcome = { answer: {} };

/** `tree_add`: an empty node behind the children of its parent. */
export const treeAddStep = treeStep("tree_add", ["parent_id"], async (rows, { parent_id }, name, tree) => {
  if (parent_id !== TOP && !has(rows, parent_id)) return { error: stepRefusals.noParent(parent_id, name) };
  const id = await tree.add(parent_id);
  const after = [...rows, { id, tindex: parent_id, tlevel: 0, absindex: 0 }];
  const value = idNumber(id);
  return { after, outcome: { answer: { value }, value } };
});

/** `tree_move`: a branch under another parent, behind the children that one has. */
export const treeMoveStep = treeStep("tree_move", ["id", "parent_id"], async (rows, { id, parent_id }, name) => {
  if (!has(rows, id) || isInside(rows, parent_id, id)) return { error: stepRefusals.notMovable };
  if (parent_id !== TOP && !has(rows, parent_id)) return { error: stepRefusals.noParent(parent_id, name) };
  return { after: moveBranch(rows, id, parent_id), outcome: DONE };
});

/** `tree_up`, `tree_down`: a node one place on among its siblings; the outermost one stays. */
export const treeUpStep = shiftStep("tree_up", -1);
export const treeDownStep = shiftStep("tree_down", 1);

/** `tree_remove`: a node with its branch. */
export const treeRemoveStep = treeStep("tree_remove", ["id"], async (rows, { id }, name, tree) => {
  if (!has(rows, id)) return { error: stepRefusals.noNode(id, name) };
  const gone = new Set(branchIds(rows, id));
  await tree.remove([...gone]);
  return { after: rows.filter((row) => !gone.has(row.id)), outcome: { answer: { deleted: gone.size } } };
});

function shiftStep(word: string, by: -1 | 1): StepKind<WritingPool> {
  return treeStep(word, ["id"], async (rows, { id }, name) => {
    if (!has(rows, id)) return { error: stepRefusals.noNode(id, name) };
    return { after: shiftNode(rows, id, by), outcome: DONE };
  });
}

/**
 * A step that changes a tree, in one transaction in which no other call has the table in work. Whatever the table was like
 * before, all three columns are right for the whole of it behind every step.
 */
function treeStep(
  word: string,
  idFields: readonly (keyof Ids)[],
  change: (rows: readonly TreeRow[], ids: Ids, name: string, tree: TreeTable) => Promise<Change>,
): StepKind<WritingPool> {
  const carryOut = async (name: string, fields: StepFields, pool: WritingPool): Promise<StepOutcome> => {
    const ids = readTreeIds(idFields, fields, pool);
    if ("error" in ids) return ids;
    // A server would end the open transaction as this one begins.
    if (pool.connection.inTransaction) return { error: stepRefusals.endTransaction(word) };
    const found = await TreeTable.find(name, pool);
    if ("error" in found) return found;
    const { tree, table } = found;

    const free = await whileFree(
      pool.db,
      [table.bare],
      { callId: pool.owner.callId, waitMs: LOCK_WAIT_MS },
      async () => {
        const rows = await tree.read();
        const changed = await change(rows, ids, name, tree);
        if ("error" in changed) return changed;
        await tree.write(rowsToWrite(rows, changed.after));
        await markChanged(table.bare, pool);
        return changed.outcome;
      },
    );
    if ("held" in free) return busyError(free.held, [table]);
    if ("answer" in free.done) pool.marked.add(table.bare);
    return free.done;
  };
  return {
    fields: ["table", ...idFields],
    read: (fields) => {
      const name = readTableName(fields);
      if (typeof name !== "string") return name;
      return { refersTo: idFields.map((field) => fields.get(field)), carryOut: (pool) => carryOut(name, fields, pool) };
    },
  };
}

function readTreeIds(idFields: readonly (keyof Ids)[], fields: StepFields, pool: WritingPool): Ids | Failed {
  const ids = { id: "", parent_id: "" };
  for (const field of idFields) {
    const read = readId(field, fields.get(field), pool.loans);
    if ("error" in read) return read;
    ids[field] = read.id;
  }
  return ids;
}

function has(rows: readonly TreeRow[], id: string): boolean {
  return rows.some((row) => row.id === id);
}
