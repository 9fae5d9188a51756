import { expect, it } from "vitest";
import { bareTableName, realTableName } from "./table-names.ts";

const tables = new Set(["ms_store", "ms_ms_store", "ms_user", "update", "user"]);

it.each([
  ["store", "ms_store"],
  ["_store", "ms_store"],
  ["ms_store", "ms_store"],
  ["user", "ms_user"],
  ["update", "update"],
  ["Store", undefined],
  ["", undefined],
])("reads %s as %s", (name, real) => {
  expect(realTableName(name, tables, "ms")).toBe(real);
});

it("answers a name without the nick", () => {
  expect(bareTableName("ms_store", "ms")).toBe("store");
  expect(bareTableName("update", "ms")).toBe("update");
});
