/** Refusals about people, groups, rights and grants, as the command line and the console say them. */
export const accessRefusals = {
  noSuchPerson: (login: string) =>
    `There is no user ${login}. \`prilavok user list\` shows them; \`prilavok user add ${login}\` makes one.`,
  noSuchGroup: (skey: string) =>
    `There is no group ${skey}. \`prilavok group list\` shows them; \`prilavok group add ${skey}\` makes one.`,
  loginTaken: (login: string) =>
    `There is a user ${login} already. Logins differ by more than the case of their letters: take another; \`prilavok user list\` shows those that are there.`,
  groupTaken: (skey: string) =>
    `There is a group ${skey} already. Keys of groups differ by more than the case of their letters: take another; \`prilavok group list\` shows those that are there.`,
  wrongLogin: (login: string) =>
    `[${login}] is no login: it takes letters, digits and . _ - @ without spaces, 100 characters at most. Take another.`,
  wrongGroupKey: (skey: string) =>
    `[${skey}] is no key of a group: it takes Latin letters, digits, _ and -, 32 characters at most. Take another; its name may be any text: \`--name\`.`,
  wrongName: (name: string, limit: number) =>
    `[${name}] is no name: it takes a text of 1 to ${limit} characters on one line. Take another with \`--name\`.`,
  nothingNamed:
    "Name at least one right, AI tool (UNIT) or command (UNIT.Command): `prilavok grants admin` shows all of them.",
  noSuchTarget: (name: string) =>
    `There is no right and no AI tool ${name}. \`prilavok grants admin\` shows the rights, \`prilavok tool list\` the AI tools. Nothing was changed.`,
  noSuchCommand: (unit: string, command: string, known: readonly string[]) =>
    `The AI tool ${unit} has no command ${command}. It has: ${known.join(", ")}. Nothing was changed.`,
  noCommands: (unit: string) =>
    `The AI tool ${unit} has no commands yet, so there is nothing to grant. Its developer writes them into its registry file and runs \`prilavok tool add\`. Nothing was changed.`,
  lastOwner:
    "Nobody would be left who may change the AI settings (PUT_AGENT_OPTION). Grant it to another user first. Nothing was changed.",
} as const;
