/** What `prilavok doctor` says of each thing it looked at: that it is in order, or what is wrong and what to do. */
export const doctorWords = {
  node: (version: string) => `Node ${version}`,
  oldNode: (version: string, needed: string) => `Node ${version} is too old: install ${needed} or newer.`,
  settings: (name: string) => `store.json and relations.json of ${name} are in order`,
  secrets: "secrets.json is in order, or there is none",
  servedSettings: (name: string, url: string) => `${name} is served at ${url}`,
  keyringSilent: (url: string) =>
    `The keyring that holds the token does not answer: unlock it, or keep the token in a file with \`prilavok login ${url} --no-keyring\`.`,
  token: "this computer keeps a token",
  core: "a step went through Core and its processes",
  servedCore: (url: string) => `${url} answers and takes the token`,
  coreBroke: (error: string, lines: readonly string[]) =>
    [`Core did not carry a step out: ${error}`, ...lines].join(" | "),
  database: (engine: string) => `${engine}: opened, of this version's schema, undamaged`,
  account: (account: string) => `the account ${account} has no right beyond what a store asks for`,
  wideAccount: (account: string, within: readonly string[]) =>
    `the account ${account} ends at this database; a store does not need its ${within.join(", ")}`,
  strongAccount: (account: string, rights: readonly string[]) =>
    `The account ${account} reaches beyond the store: ${rights.join(", ")}. What gets past Prilavok's own guards could use it: make an account as docs/guide/mariadb.md shows and put it into db of store.json.`,
  damaged: (reason: string) =>
    `The database is damaged (${reason}): restore a backup with \`prilavok restore <file>\` into a new folder.`,
  person: (login: string) => `you are ${login}`,
  noPerson: (login: string) =>
    `store.json names ${login}, who is no user of the store: correct login there, or add the user with \`prilavok user add\`.`,
  blockedPerson: (login: string) => `${login} is blocked: \`prilavok user unblock ${login}\` lets them in.`,
  rights: (rights: number, commands: number) => `${rights} rights, ${commands} commands of AI tools`,
  heldRights: (rights: number) => `${rights} rights`,
  noRights: (login: string) =>
    `${login} holds no right, so every tool is refused: the store's owner grants some with \`prilavok grant ${login} AGENT_TOOL_LIST AGENT_TOOL_RUN\`.`,
  modules: (tools: number) => `${tools} AI tools`,
  disk: (free: string) => `the store folder can be written, ${free} are free`,
  lowDisk: (free: string) => `Only ${free} are free where the store folder stands: make room.`,
  noDisk: (reason: string) => `The store folder cannot be written: ${reason}.`,
  version: (version: string) => `Prilavok ${version} here and in the store`,
  versions: (own: string, core: string) => `Prilavok ${own} here, ${core} in the store; they speak one wire`,
} as const;
