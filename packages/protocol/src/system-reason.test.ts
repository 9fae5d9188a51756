import { describe, expect, it } from "vitest";
import { systemReason } from "./system-reason.ts";

describe("what the system or SQLite refused", () => {
  it.each([
    ["ENOSPC", "the disk is full"],
    ["SQLITE_FULL", "the disk is full"],
    ["SQLITE_IOERR_SHMSIZE", "the disk is full"],
    ["SQLITE_IOERR_WRITE", "the disk failed"],
  ])("%s is %s", (code, reason) => {
    expect(systemReason(Object.assign(new Error("refused"), { code }))).toBe(reason);
  });

  it("is no refusal where it has another code", () => {
    expect(() => systemReason(new Error("a bug"))).toThrow("a bug");
  });
});
