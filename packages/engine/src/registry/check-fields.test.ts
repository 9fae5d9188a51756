import { describe, expect, it } from "vitest";
import { checkFields } from "./check-fields.ts";
import type { FieldEntry } from "./registry.ts";

const field = (name: string, type: string, more: Partial<FieldEntry> = {}): FieldEntry => ({
  name,
  type,
  required: false,
  default: null,
  descr: "",
  ...more,
});

const command = {
  name: "CmdAdd",
  fields: [
    field("skey", "str"),
    field("name", "str", { required: true, descr: "The currency's name" }),
    field("multiplex", "float", { default: "1" }),
    field("ids", "int/json", { default: "[1, 2]" }),
  ],
};

describe("checkFields", () => {
  it("gives the named fields and the defaults in the registry's order", () => {
    const checked = checkFields(command, { name: "Euro", skey: 5 });
    expect(checked).toStrictEqual({ ok: true, values: { skey: "5", name: "Euro", multiplex: 1, ids: [1, 2] } });
    expect(checked.ok && Object.keys(checked.values)).toEqual(["skey", "name", "multiplex", "ids"]);
  });

  it("takes null as not named, also for a field it does not know", () => {
    expect(checkFields(command, { name: "Euro", skey: null, multiplex: null, ids: [3], nme: null })).toStrictEqual({
      ok: true,
      values: { name: "Euro", multiplex: 1, ids: [3] },
    });
  });

  it("refuses a field that is not declared, with those that are", () => {
    expect(checkFields(command, { nme: 1 })).toStrictEqual({
      ok: false,
      message: "The command [CmdAdd] has no field [nme] - it takes: skey, name, multiplex, ids",
    });
    expect(checkFields({ name: "CmdList", fields: [] }, { id: 1 })).toMatchObject({
      message: "The command [CmdList] has no field [id] - it takes none",
    });
  });

  it("tells the cases of a field's name apart", () => {
    expect(checkFields(command, { Name: "Euro" })).toMatchObject({
      message: expect.stringContaining("has no field [Name]"),
    });
  });

  it.each(["__proto__", "constructor", "toString"])("refuses the undeclared field %s", (name) => {
    expect(checkFields(command, JSON.parse(`{"${name}": 1}`))).toMatchObject({
      message: expect.stringContaining(`has no field [${name}]`),
    });
  });

  it("refuses a required field that is not named, with its description", () => {
    expect(checkFields(command, { name: null })).toStrictEqual({
      ok: false,
      message: "The command [CmdAdd] needs [name] - The currency's name",
    });
    expect(checkFields({ name: "CmdX", fields: [field("id", "int/json", { required: true })] }, {})).toMatchObject({
      message: "The command [CmdX] needs [id] - a field of the type int/json",
    });
  });

  it("looks at strangers before missing fields and at missing fields before types [chk-09]", () => {
    expect(checkFields(command, { nme: 1, multiplex: "x" })).toMatchObject({
      message: expect.stringContaining("[nme]"),
    });
    expect(checkFields(command, { multiplex: "x" })).toMatchObject({
      message: expect.stringContaining("needs [name]"),
    });
    expect(checkFields(command, { name: "Euro", multiplex: "x" })).toMatchObject({
      message: expect.stringContaining("The [multiplex] takes a number, and [x] is not one"),
    });
  });

  it("puts a default through the same check", () => {
    const spoiled = { name: "CmdX", fields: [field("n", "int", { default: "many" })] };
    expect(checkFields(spoiled, {})).toMatchObject({
      message: expect.stringContaining("The [n] takes a whole number, and [many] is not one"),
    });
  });
});
