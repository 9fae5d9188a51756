import { describe, expect, it } from "vitest";
import { checkToolDefinition } from "../door/check-tool-definition.ts";
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
