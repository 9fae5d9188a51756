import { describe, expect, it } from "vitest";
import { joinSentences } from "./join-sentences.ts";

describe("sentences of several", () => {
  it.each([
    [["done", "The rest went."], "done. The rest went."],
    [["Done.", "The rest went"], "Done. The rest went"],
    [["Is it?", "", "Yes…", "so"], "Is it? Yes… so"],
    [["", ""], ""],
  ])("%j do not run together", (texts, joined) => {
    expect(joinSentences(...texts)).toBe(joined);
  });
});
