import { describe, expect, it } from "vitest";
import { checkToolDefinition } from "../door/check-tool-definition.ts";
import { fitsSchema } from "../door/fits-schema.ts";
import { SessionHolder } from "../session/session-holder.ts";
import type { StoreDirectory } from "../store/store-carrier.ts";
import { allTools } from "./all-tools.ts";

const nowhere: StoreDirectory = {
  pinned: false,
  list: async () => [],
  chosen: async () => ({ refusal: "NO_STORE: none" }),
  fence: async () => ({ read: undefined, write: undefined, closed: [] }),
  open: async () => ({ refusal: "NO_STORE: none" }),
};
const tools = allTools(new SessionHolder(nowhere, undefined), "0.0.0");

describe("the tools of the server", () => {
  it.each(tools)("$name has a form every host and model can read", (tool) => {
    expect(checkToolDefinition(tool)).toEqual([]);
  });

  it("stand in a fixed order", () => {
    expect(tools.map(({ name }) => name)).toEqual(
      allTools(new SessionHolder(nowhere, "t"), "1").map(({ name }) => name),
    );
  });
});

describe("the pools of database steps", () => {
  const pools = tools.filter(({ name }) => ["engine_db_select", "engine_db_execute"].includes(name));

  it.each(pools)("$name tells how a step takes what an earlier one brought", ({ description }) => {
    expect(description).toMatch(/@goods\.0\.id.*@goods\.\*\.id.*@@text/s);
  });

  it.each(pools)("$name lets a host that keeps to its schema send a reference for all ids", ({ inputSchema }) => {
    const pool = [
      { do: "select", name: "goods", sql: "SELECT id FROM ms_store" },
      { do: "dependent", table: "store", ids: "@goods.*.id" },
    ];
    expect(fitsSchema({ pool }, inputSchema)).toBe(true);
  });
});

describe("the tools of commands", () => {
  it("tell that the files of tables are overwritten", () => {
    const [run, pool] = ["tool_run", "tool_pool"].map((name) => tools.find((tool) => tool.name === name));
    expect(run?.description).toMatch(/overwrites/);
    expect(pool?.description).toMatch(/overwrites/);
  });
});
