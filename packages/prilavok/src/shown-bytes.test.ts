import { expect, it } from "vitest";
import { shownBytes } from "./shown-bytes.ts";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1024, "1 KB"],
  [188_653, "184 KB"],
  [2_254_857_830, "2.1 GB"],
])("%i bytes are shown as %s", (bytes, shown) => {
  expect(shownBytes(bytes)).toBe(shown);
});
