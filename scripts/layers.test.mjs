import { expect, it } from "vitest";
import { findBreaches } from "./layers.mjs";

const at = (path, text) => findBreaches([{ path, text }]);

it("lets a package import what stands below it", () => {
  expect(at("packages/engine/src/call/run-call.ts", 'import { x } from "@prilavok/protocol";\n')).toEqual([]);
  expect(at("packages/engine/src/call/run-call.ts", 'import { x } from "../sql/database.ts";\n')).toEqual([]);
});

it("refuses the MCP server an import of the engine, a type of it and a lazy one too", () => {
  for (const line of [
    'import { x } from "@prilavok/engine";',
    'import type { X } from "@prilavok/engine";',
    'export { x } from "@prilavok/engine";',
    'import {\n  x,\n} from "@prilavok/engine";',
    'const x = await import("@prilavok/engine");',
  ]) {
    expect(at("packages/mcp-server/src/tools/a.ts", `${line}\n`)).toHaveLength(1);
  }
});

it("refuses an engine folder an import of one above it or beside it", () => {
  expect(at("packages/engine/src/sql/a.ts", 'import { x } from "../call/b.ts";\n')).toHaveLength(1);
  expect(at("packages/engine/src/steps/a.ts", 'import { x } from "../registry/b.ts";\n')).toHaveLength(1);
  expect(at("packages/engine/src/steps/a.ts", 'import { x } from "../index.ts";\n')).toHaveLength(1);
});

it("keeps a driver to the files of its engine", () => {
  const line = 'import Database from "better-sqlite3";\n';
  expect(at("packages/engine/src/sql/sqlite-reader.ts", line)).toEqual([]);
  expect(at("packages/engine/src/sql/database.ts", line)).toHaveLength(1);
  expect(at("packages/engine/src/steps/a.ts", line)).toHaveLength(1);
});

it("refuses a long file, a junk drawer and an index inside a package", () => {
  expect(at("packages/sdk/src/a.ts", "\n".repeat(401))).toHaveLength(1);
  expect(at("packages/protocol/src/refusals/gate.ts", "\n".repeat(401))).toEqual([]);
  expect(at("packages/sdk/src/utils/a.ts", "\n")).toHaveLength(1);
  expect(at("packages/sdk/src/types.ts", "\n")).toHaveLength(1);
  expect(at("packages/sdk/src/fields/index.ts", "\n")).toHaveLength(1);
  expect(at("packages/sdk/src/index.ts", "\n")).toEqual([]);
});
