import { describe, expect, it } from "vitest";
import { rowFileName } from "./file-name.ts";

describe("names of row files", () => {
  it("joins the parts by dots and replaces what is unsafe [run-26]", () => {
    expect(rowFileName("MELBIS_AGENT_CURRENCY", "CmdList", "currency")).toBe(
      "MELBIS_AGENT_CURRENCY.CmdList.currency.jsonl",
    );
    expect(rowFileName("job", "../a\\b:c.d")).toBe("job.___a_b_c_d.jsonl");
    expect(rowFileName("ціни")).toBe("ціни.jsonl");
  });

  it("cuts a long name at 200 bytes between characters and keeps it apart by a hash [run-26]", () => {
    const one = rowFileName("ї".repeat(150), "a");
    const two = rowFileName("ї".repeat(150), "b");
    expect(one).not.toBe(two);
    expect(Buffer.byteLength(one.replace(".jsonl", ""))).toBeLessThanOrEqual(200);
    expect(one).toMatch(/^ї+~[0-9a-f]{12}\.jsonl$/u);
  });
});
