/** Refusals about passwords, device tokens and entering a served store (pages 60 and 70). None of them holds a password or a token. */
export const peopleRefusals = {
  /** The same for an unknown login, a blocked user, a user without a password and a wrong password. */
  wrongPassword:
    "WRONG_PASSWORD: this login and this password do not fit together. Try again; the store's owner sets a new password with `prilavok user password <login>`.",
  slowDown: (seconds: number) =>
    `Too many wrong passwords for this login or from this address. Try again in ${seconds} s.`,
  busy: "Many people are entering the store at this moment. Try again in a second.",
  loginNotWhole: 'Entering takes {"login": …, "password": …, "computer": …}, each a text that is not empty.',
  passwordShort: (least: number) =>
    `A password takes ${least} characters at least: take a longer one. Nothing was changed.`,
  passwordLong: (most: number) =>
    `A password takes ${most} characters at most: take a shorter one. Nothing was changed.`,
  passwordsDiffer: "The two passwords differ: repeat the command. Nothing was changed.",
  noPassword: "No password was given: type it, or send it on standard input, on one line.",
  closedTable: (table: string) =>
    `${table} is not for the agent: pass a text that holds its name in params. The owner has \`prilavok user list\`, \`prilavok token list\` and \`prilavok log\``,
  closedPlace: (name: string) =>
    `${name} tells where the database stands, and that is not for the agent. engine_db_tables lists every table`,
  noSuchToken: (id: string) => `There is no token ${id}. \`prilavok token list\` shows them.`,
  nothingToRevoke: (login: string) => `${login} has no token that works. \`prilavok token list\` shows them.`,
  nameTokens: "Name tokens by their numbers, or a user with `--user <login>`. `prilavok token list` shows them.",
} as const;
