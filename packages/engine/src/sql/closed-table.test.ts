import { describe, expect, it } from "vitest";
import { findClosedNames, findClosedTable } from "./closed-table.ts";

describe("a closed table", () => {
  it.each([
    "SELECT * FROM ms_device_token",
    "SELECT * FROM MS_Device_Token",
    "SELECT * FROM `ms_devİce_toKen`",
    "SELECT * FROM mſ_device_token",
  ])("is found in %j, whatever letters a server takes for its own", (sql) => {
    expect(findClosedTable(sql, "ms")).toBe("ms_device_token");
    expect(findClosedNames(sql)).toContainEqual({ name: "ms_device_token", nick: "ms" });
  });

  it("is no table whose name only looks like one", () => {
    expect(findClosedTable("SELECT * FROM ms_device_tokens_of, ms_device", "ms_x")).toBeUndefined();
    expect(findClosedNames("SELECT * FROM ms_device_tokens_of, їms_device")).toEqual([]);
  });
});
