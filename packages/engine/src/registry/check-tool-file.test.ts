import { describe, expect, it } from "vitest";
import { checkToolFile } from "./check-tool-file.ts";

const functions = ["CmdAdd", "CmdTake"];

function toolFile() {
  return {
    path: "Business->  Currencies",
    descr: "The currencies",
    commands: [
      {
        name: "CmdAdd",
        descr: "Adds one",
        params: [
          { name: "name", type: "str", required: true, descr: "The name" },
          { name: "multiplex", type: "float", default: "1", descr: "The rate" },
        ],
        files: null,
      },
      { name: "CmdTake", descr: "Takes files", params: [], files: { required: true, descr: "Photos" } },
    ],
  };
}

/** The problems of a file after a change at a place in it. */
function problemsAfter(
  change: (file: ReturnType<typeof toolFile> & Record<string, unknown>) => void,
): readonly string[] {
  const file = toolFile();
  change(file);
  const checked = checkToolFile(file, functions);
  return checked.ok ? [] : checked.problems;
}

function set(place: string, value: unknown) {
  return (file: object) => {
    const keys = place.split(".");
    const last = keys.pop() ?? "";
    const owner = keys.reduce<object>((object, key) => Reflect.get(object, key), file);
    Reflect.set(owner, last, value);
  };
}

describe("checkToolFile", () => {
  it("gives the tool with what was left out filled in", () => {
    expect(checkToolFile(toolFile(), functions)).toStrictEqual({
      ok: true,
      tool: {
        path: "Business -> Currencies",
        descr: "The currencies",
        commands: [
          {
            name: "CmdAdd",
            descr: "Adds one",
            fields: [
              { name: "name", type: "str", required: true, default: null, descr: "The name" },
              { name: "multiplex", type: "float", required: false, default: "1", descr: "The rate" },
            ],
            files: null,
          },
          { name: "CmdTake", descr: "Takes files", fields: [], files: { required: true, descr: "Photos" } },
        ],
      },
    });
  });

  it("takes a command without params and files", () => {
    const file = { path: "A", descr: "", commands: [{ name: "CmdX", descr: "" }] };
    expect(checkToolFile(file, ["CmdX"])).toMatchObject({
      ok: true,
      tool: { commands: [{ fields: [], files: null }] },
    });
  });

  it.each([
    ["title", "x", "The registry file holds an unknown key [title]; the known ones: path, descr, commands"],
    [
      "commands.0.parms",
      [],
      "commands[CmdAdd] holds an unknown key [parms]; the known ones: name, descr, params, files",
    ],
    ["commands.0.params.1.requird", true, "commands[CmdAdd].params[multiplex] holds an unknown key [requird]"],
    ["commands.1.files.min", 1, "commands[CmdTake].files holds an unknown key [min]; the known ones: required, descr"],
    ["path", undefined, "path is missing"],
    ["path", "Business -> ", "path takes the names of the tree joined with ->"],
    ["path", 5, "path takes a text"],
    ["commands", [], "commands takes at least one command"],
    ["commands", { CmdAdd: {} }, "commands takes a list"],
    ["commands.0.name", "Cmd Add", "commands[Cmd Add].name takes the name of an exported function"],
    ["commands.0.descr", undefined, "commands[CmdAdd].descr is missing"],
    ["commands.0.params.0.name", "first name", "commands[CmdAdd].params[first name].name takes a name of letters"],
    ["commands.0.params.0.name", "files", "commands[CmdAdd].params[files].name is the command's attachments"],
    [
      "commands.0.params.0.type",
      "text",
      "commands[CmdAdd].params[name].type takes a field type: str, int, float, bool",
    ],
    ["commands.0.params.0.type", "json/json", "commands[CmdAdd].params[name].type takes a field type"],
    ["commands.0.params.0.type", "files", "commands[CmdAdd].params[name].type is the command's attachments"],
    ["commands.0.params.0.required", "yes", "commands[CmdAdd].params[name].required takes true or false"],
    [
      "commands.0.params.1.default",
      1,
      'commands[CmdAdd].params[multiplex].default takes the text of a value, like "1"',
    ],
    ["commands.0.params.1.default", "€".repeat(256), "commands[CmdAdd].params[multiplex].default takes at most 255"],
    [
      "commands.0.params.1.default",
      "44,2",
      "commands[CmdAdd].params[multiplex].default is refused by the field's own type: The [multiplex] takes a number, and [44,2] is not one",
    ],
    ["commands.0.params.0.name", "MULTIPLEX", "commands[CmdAdd].params names [multiplex] twice"],
    ["commands.1.name", "cmdadd", "commands names [cmdadd] twice"],
    ["commands.1.name", "CmdDrop", "The command [CmdDrop] has no function"],
    ["commands.1.name", "CmdDrop", "The module exports [CmdTake], which the registry file does not name"],
    ["commands.1.files", [], "commands[CmdTake].files takes an object"],
  ])("refuses %s = %j", (place, value, problem) => {
    expect(problemsAfter(set(place, value))).toContainEqual(expect.stringContaining(problem));
  });

  it("tells everything that is wrong at once", () => {
    const problems = problemsAfter((file) => {
      set("title", "x")(file);
      set("commands.0.params.0.type", "text")(file);
      set("commands.1.descr", undefined)(file);
    });
    expect(problems).toHaveLength(3);
  });

  it.each([null, [], "{}", 5])("refuses %j in the place of a registry file", (json) => {
    expect(checkToolFile(json, [])).toEqual({ ok: false, problems: ["The registry file takes an object"] });
  });

  it("counts characters, not their halves", () => {
    expect(problemsAfter(set("path", "💶".repeat(255)))).toEqual([]);
    expect(problemsAfter(set("path", "💶".repeat(256)))).toHaveLength(1);
  });

  it("takes a default of every kind that its type takes", () => {
    expect(problemsAfter(set("commands.0.params.1", { name: "ids", type: "int/json", default: "[1, 2]" }))).toEqual([]);
    expect(problemsAfter(set("commands.0.params.1", { name: "row", type: "json", default: '{"a": 1}' }))).toEqual([]);
    expect(
      problemsAfter(set("commands.0.params.1", { name: "day", type: "date", default: "2026-02-31" })),
    ).toHaveLength(1);
  });
});
