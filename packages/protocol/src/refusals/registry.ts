/** What is wrong with a tool's module or its registry file (page 70), said to the shop's developer. */
export const registryRefusals = {
  problem: (place: string, what: string) => (place === "" ? `The registry file ${what}` : `${place} ${what}`),
  missing: "is missing",
  takesText: "takes a text",
  takesYesNo: "takes true or false",
  takesList: "takes a list",
  takesObject: "takes an object",
  takesDefault: 'takes the text of a value, like "1"',
  takesPath: "takes the names of the tree joined with ->, each of 1 to 255 characters, like Business -> Currencies",
  takesCommandName: "takes the name of an exported function: Latin letters, digits, _ and $, 100 characters at most",
  takesFieldName: "takes a name of letters, digits and _, 100 characters at most",
  takesType: (types: readonly string[]) =>
    `takes a field type: ${types.join(", ")}; /json after a single one makes a list`,
  noCommands: "takes at least one command",
  tooLong: (limit: number) => `takes at most ${limit} characters`,
  filesIsNoField: "is the command's attachments: declare them as files of the command, beside params",
  twice: (name: string) => `names [${name}] twice: a name stands once, case does not count`,
  defaultRefused: (refusal: string) => `is refused by the field's own type: ${refusal}`,
  noFunction: (command: string) =>
    `The command [${command}] has no function: export one of that name from the module, or take the command out of the registry file`,
  noCommand: (name: string) =>
    `The module exports [${name}], which the registry file does not name: add the command, or do not export it`,
  notAUnit: (file: string) =>
    `${file} is no name of a module: lower-case Latin letters, digits, _ and -, 100 characters at most, then .ts, .mts, .js or .mjs`,
  noFile: (file: string) =>
    `No such file: ${file}. A tool is <module>.ts with <module>.tool.json beside it; \`prilavok tool new <name>\` writes both`,
  notJson: (file: string) => `${file} is not whole JSON: a comma or a bracket is missing or one too many`,
  notBuilt: (error: string) => `The module cannot be read: ${error}`,
  moduleLost: (unit: string) =>
    `The AI tool ${unit} is in the registry, and its module is not in units: put the file back, or take the tool out with \`prilavok tool remove ${unit}\``,
  noSuchTool: (unit: string) => `There is no AI tool ${unit} in the registry. \`prilavok tool list\` shows them.`,
  toolGranted: (unit: string, held: readonly string[]) =>
    `${unit} is granted (${held.join(", ")}), and these grants would go with it. Nothing was removed. Repeat the command with --yes to remove both.`,
  noTest: (name: string, names: readonly string[]) =>
    `There is no test ${name}.test.ts in units. ${names.length === 0 ? "`prilavok tool new <name>` writes one with a tool" : `Tests stand there for: ${names.join(", ")}`}.`,
  testNotBuilt: (error: string) => `The test cannot be read: ${error}. Correct that line and repeat.`,
  functionsLost: (module: string, commands: readonly string[]) =>
    `${module} has no function for ${commands.join(", ")}: export it, or bring the registry up to date with \`prilavok tool add\``,
  fileStands: (file: string) => `${file} is there already, and nothing was written: name another tool`,
} as const;
