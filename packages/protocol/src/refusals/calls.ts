/** Refusals of tool_list, tool_run and tool_pool (page 20), on both sides of the wire. */
export const callRefusals = {
  unitRequired: "unit is required: the address of an AI tool as tool_list shows it.",
  commandRequired: "command is required: one of the tool's commands as tool_list shows them.",
  intoNotAName: "into is the bare name of a job: letters, digits, - and _, without a path or a dot.",
  paramsTwice: "params or params_source, not both: name the fields once.",
  filesTwice: "files or files_source, not both: name the attachments once.",
  paramsNotObject: 'params is an object of fields, for example {"name": "Euro"}.',
  filesNotList: 'files is a list of entries, each an object with "file", "entity" and "elem_id".',
  poolRequired: "pool is required: a list of steps, or pool_source with a JSON file that holds one.",
  poolTwice: "pool or pool_source, not both: name the steps once.",
  stepNotObject: (num: number) => `Step ${num} is not an object: a step has unit and command. Nothing was carried out.`,
  stepNeedsUnit: (num: number) =>
    `Step ${num} needs unit and command, each a text as tool_list shows it. Nothing was carried out.`,
  stepCarriesFiles: (num: number) =>
    `Step ${num} carries files: a step takes no attachments, call its command with tool_run. Nothing was carried out.`,
  stepUnknownField: (num: number, field: string, known: readonly string[]) =>
    `Step ${num} has an unknown field [${field}]. A step takes: ${known.join(", ")}. Nothing was carried out.`,
  stepWrongKind: (num: number, field: string, kind: string) =>
    `Step ${num}: ${field} takes ${kind}. Nothing was carried out.`,
  stepNameNotText: (num: number) =>
    `The name of step ${num} is not a text: name it by one word. Nothing was carried out.`,
  stepNameDot: (num: number) =>
    `The name of step ${num} carries a dot: a reference reads the name up to the first dot. Nothing was carried out.`,
  stepNamedTwice: (name: string) =>
    `Two steps are named [${name}]: give each a name of its own (case does not count). Nothing was carried out.`,
  stepTooDeep: (num: number, levels: number) =>
    `Step ${num} nests deeper than ${levels} levels: make it flatter. Nothing was carried out.`,
  tooDeep: (levels: number) => `The params of this step nest deeper than ${levels} levels: make them flatter.`,
  lostReference: (reference: string) => `${reference} names a field the detail of that step does not have.`,
  noSuchTool: (unit: string) => `ACCESS_DENIED: no such tool: ${unit}. tool_list shows the tools there are.`,
  noAccess: "ACCESS_DENIED",
  /** Said to whoever opens a session: any other call is refused bare. */
  noSuchPerson: (login: string) =>
    `ACCESS_DENIED: the store has no user ${login}, or has blocked them. The store's owner adds one with \`prilavok user add\` or lets them in with \`prilavok user unblock\`; a store on this computer takes its login from store.json, and \`prilavok doctor\` looks at it.`,
  unknownCommand: (command: string, known: readonly string[]) =>
    `Unknown command [${command}]. The tool has: ${known.join(", ")}`,
  notGranted: (command: string, path: string, unit: string) =>
    `The command [${command}] of the tool [${path}] is not granted to you. The store's owner grants it: \`prilavok grant <login> ${unit}.${command}\`.`,
  whereGranted:
    "The store's owner grants commands to a login or a group: `prilavok grant <login or group:skey> <UNIT or UNIT.Command>`.",
  noToolsYet:
    "This store has no AI-tools of its own yet. Its developer writes a module and puts it into the registry with `prilavok tool add <module.ts>`.",
  takesNoFiles: (command: string) =>
    `The command [${command}] takes no files: call it without attachments, or see tool_list for one that takes them.`,
  needsFiles: (command: string, descr: string) =>
    `The command [${command}] carries the files themselves - name them in files or files_source: ${descr}`,
  cancelled: "The call was cancelled before it ended.",
  fault: (incident: string) =>
    `Something broke in the store and the call was not finished (incident ${incident}). Try again; if it repeats, show this number to the store's developer, it stands in the log.`,
  brokeOff: (rows: number) =>
    `The store's answer broke off after ${rows} rows, and no file of it was kept. The command may have been carried out: look before you repeat it.`,
  tableNotWritten: (reason: string) =>
    `The tables of this answer could not be written on this computer: ${reason}. What the command did stays done: make room, then ask for the tables alone.`,
  jobNotWritten: (reason: string) =>
    `The job's file was left as it was: ${reason}. What the command did stays done, and its table is in its own file: mend that, then add it to the job from there.`,
} as const;

/** Refusals about files on this computer. Paths are shown as the caller spelled them. */
export const localFileRefusals = {
  noSuchFile: (path: string) =>
    `No such file: ${path}. A path is absolute or starts at the store folder: look at how it is spelled.`,
  notUtf8: (path: string) => `${path} is not utf-8 text - save it in utf-8.`,
  notWholeJson: (path: string, byte: number) =>
    `${path} is not whole json: it breaks at byte ${byte}. Write the file again, whole.`,
  tooDeep: (path: string, levels: number) =>
    `${path} nests deeper than ${levels} levels: make it flatter. Nothing was carried out.`,
  noObjectOfFields: (path: string) => `${path} holds no object of fields: write {"field": value, …} into it.`,
  noListOfEntries: (path: string) => `${path} holds no list of entries: write [{"file": …}, …] into it.`,
  noListOfSteps: (path: string) => `${path} holds no list of steps: write [{…}, …] into it.`,
  noName: "An empty path names no file: name one, or leave the parameter out.",
  shellsHome: (path: string) =>
    `${path} begins with ~, which only a shell reads as the home folder: name the whole path, from the root of the disk.`,
  notAFile: (path: string) => `${path} is not a file: name a file, not a folder or a device.`,
  cannotRead: (path: string, reason: string) => `${path} cannot be read: ${reason}. Mend that, or name another file.`,
  cannotWrite: (path: string, reason: string) =>
    `${path} cannot be written: ${reason}. Mend that, or name another file.`,
  prilavoksOwn: (path: string) =>
    `${path} belongs to Prilavok itself (its settings, tokens, databases, modules): no tool reads or writes it. Name another file.`,
  kernels: (path: string) =>
    `${path} is a file of the kernel, which shows what programs keep to themselves: no tool reads or writes it. Name another file.`,
  outsideReading: (path: string) =>
    `${path} stands outside the folders that files are read from on this computer. Copy it into the store folder, or let the person at the keyboard add its folder to "local": {"read": […]} in store.json.`,
  outsideWriting: (path: string) =>
    `${path} stands outside the folders that results are written to on this computer. Name a path in the store folder, or let the person at the keyboard add the folder to "local": {"write": […]} in store.json.`,
  leadsOut: (path: string) =>
    `${path} leads out of the store folder. Name the whole path, from the root of the disk, to write outside of it.`,
} as const;
