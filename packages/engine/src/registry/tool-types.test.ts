import { expect, it } from "vitest";
import { toolTypes } from "./tool-types.ts";

const field = { required: false, default: null, descr: "" };

it("spells the fields of every command as the module gets them", () => {
  const text = toolTypes("MY-TOOL", [
    {
      name: "CmdAdd",
      descr: "",
      files: null,
      fields: [
        { ...field, name: "id", type: "int/json", required: true, descr: "The ids */ of\n the rows" },
        { ...field, name: "rate", type: "float", default: "1" },
        { ...field, name: "имя", type: "str" },
        { ...field, name: "days", type: "date/json" },
        { ...field, name: "row", type: "json" },
        { ...field, name: "goods", type: "jsonl" },
        { ...field, name: "on", type: "bool" },
        { ...field, name: "broken", type: "text" },
      ],
    },
    { name: "CmdList", descr: "", files: null, fields: [] },
  ]);
  expect(
    text,
  ).toBe(`// The fields of MY-TOOL, written by \`prilavok tool types\` from the registry. Changes here are lost.

declare namespace MY_TOOL {
  interface CmdAdd {
    /** The ids * / of the rows */
    readonly id: (number | bigint)[];
    readonly rate: number;
    readonly имя?: string;
    readonly days?: string[];
    readonly row?: unknown[] | Record<string, unknown>;
    readonly goods?: Record<string, unknown>[];
    readonly on?: boolean;
    readonly broken?: unknown;
  }

  type CmdList = Readonly<Record<string, never>>;
}
`);
});
