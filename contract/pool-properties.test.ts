import { compareFolders, compareSqlite, snapshotFolder } from "@prilavok/faults";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cells } from "./cells.ts";
import { OpenedStore } from "./opened-store.ts";

const UNIT = "MELBIS_AGENT_CURRENCY";
/** The activity log is written beside the calls; what SQLite shares between processes is nobody's data. */
const LEFT_OUT = /^activity\b|\.sqlite-shm$/;
const word = fc.string({ unit: fc.constantFrom(..."abcЯґ💶'\" "), maxLength: 8 }).map((text) => `n${text}n`);
const currency = fc.record({ name: word, skey: word, multiplex: fc.integer({ min: 1, max: 9999 }) });
type Currency = { readonly name: string; readonly skey: string; readonly multiplex: number };

const add = (params: Currency) => ({ unit: UNIT, command: "CmdAdd", params });

/** The stores grow from run to run, so a failure is not shrunk: the first one is told. */
const RUNS = { numRuns: 15, endOnFailure: true };

/** Two stores that go through the same calls, so that what one did can be laid beside what the other did. */
describe.each(cells)("pools as a whole, $name", (cell) => {
  const stores: OpenedStore[] = [];
  beforeAll(async () => {
    stores.push(await OpenedStore.create(cell), await OpenedStore.create(cell));
  });
  afterAll(async () => {
    for (const store of stores) await store[Symbol.asyncDispose]();
  });

  const both = () => {
    const [left, right] = stores;
    if (left === undefined || right === undefined) throw new Error("the stores are not open");
    return { left, right };
  };
  const differences = async () => {
    const { left, right } = both();
    return compareSqlite(await currencies(left), await currencies(right));
  };

  it("one that its first check refuses leaves the store and the conversation folder byte-equal [pol-19]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(currency, { maxLength: 3 }),
        fc.array(currency, { maxLength: 3 }),
        wrongStep,
        async (before, after, wrong) => {
          const { left } = both();
          const files = snapshotFolder(left.store.folder, LEFT_OUT);
          const pool = [
            { name: "first", ...add({ name: "n", skey: "n", multiplex: 1 }) },
            ...before.map(add),
            wrong,
            ...after.map(add),
          ];
          expect(await left.call("tool_pool", { pool })).toEqual({
            isError: true,
            text: expect.stringMatching(/[Ss]tep/),
          });
          const change = compareFolders(files, snapshotFolder(left.store.folder, LEFT_OUT));
          expect(change).toEqual({ added: [], removed: [], changed: [] });
        },
      ),
      RUNS,
    );
  });

  it("one that stops at step k leaves exactly the effects of the steps before it [pol-21]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(currency, { maxLength: 4 }),
        fc.array(currency, { maxLength: 3 }),
        badStep,
        async (before, after, bad) => {
          const { left, right } = both();
          const { isError, data } = await left.call("tool_pool", {
            pool: [...before.map(add), bad, ...after.map(add)],
          });
          expect({ isError, result: data?.result }).toEqual({ isError: true, result: false });
          expect(data?.steps).toHaveLength(before.length + 1);
          for (const params of before) await right.ask("tool_run", add(params));
          expect(await differences()).toEqual({});
        },
      ),
      RUNS,
    );
  });

  it("one with references does what the same pool with the values written in does [pol-22]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(currency, { minLength: 1, maxLength: 4 }), word, async (added, name) => {
        const { left, right } = both();
        const named = added.map((params, index) => ({ name: `Step${index}`, ...add(params) }));
        const ids = added.map((_, index) => `@sTEP${index}.id`);
        const { steps } = await left.ask<{ steps: { detail: { id: unknown } }[] }>("tool_pool", {
          pool: [...named, update(ids, name), move(ids)],
        });
        const written = steps.slice(0, added.length).map(({ detail }) => detail.id);
        await right.ask("tool_pool", { pool: [...named, update(written, name), move(written)] });
        expect(await differences()).toEqual({});
      }),
      RUNS,
    );
  });
});

/** Steps that no pool may hold. */
const wrongStep = fc.constantFrom<unknown>(
  null,
  [],
  "CmdAdd",
  { unit: UNIT },
  { command: "CmdAdd" },
  { ...add({ name: "n", skey: "n", multiplex: 1 }), files: [] },
  { ...add({ name: "n", skey: "n", multiplex: 1 }), name: "a.b" },
  { ...add({ name: "n", skey: "n", multiplex: 1 }), name: "FIRST" },
);

/** Steps that stop a pool: a refusal of Core, a refusal of the command, a lost reference. */
const badStep = fc.constantFrom<object>(
  { unit: UNIT, command: "CmdNope" },
  { unit: UNIT, command: "CmdAdd", params: { skey: "no name" } },
  { unit: UNIT, command: "CmdUpdate", params: { id: 1 } },
  { unit: "NOPE", command: "CmdAdd" },
  { unit: UNIT, command: "CmdAdd", params_source: "nowhere.json" },
);

const update = (id: unknown, name: string) => ({ unit: UNIT, command: "CmdUpdate", params: { id, name } });

const move = (ids: readonly unknown[]) => ({
  unit: UNIT,
  command: "CmdPos",
  params: { type: "POS", data: ids.map((id) => ({ id })).reverse() },
});

async function currencies({ store }: OpenedStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const kept = ["ms_currency", "ms_generator"];
  return new Map([...(await store.database.snapshot())].filter(([table]) => kept.includes(table)));
}
