import { describe, expect, it } from "vitest";
import { filePlace } from "./file-place.ts";

describe("the place of a row's file", () => {
  it("is the folder of its minute", () => {
    expect(filePlace("2026-09-08 04:05:59", "files_store_1_841.jpg")).toBe(
      "files/2026/09_08/04_05/files_store_1_841.jpg",
    );
  });

  it.each([
    ["2026-09-08 04:05:59", "../a"],
    ["2026-09-08 04:05:59", ".."],
    ["2026-09-08 04:05:59", "."],
    ["2026-09-08 04:05:59", ""],
    ["2026-09-08 04:05:59", "a/b"],
    ["2026-09-08 04:05:59", "a\\b"],
    ["2026-09-08 04:05:59", "a\0b"],
    ["2026-09-08", "a"],
    ["", "a"],
    ["../../etc 04:05:59", "a"],
  ])("is nowhere for %j and %j", (uploadTime, fileName) => {
    expect(filePlace(uploadTime, fileName)).toBeUndefined();
  });
});
