/** Refusals about entering a served store and about the folder of one on this computer (pages 10 and 70). */
export const servedRefusals = {
  onlyAtTheStore: (url: string) =>
    `This folder belongs to the served store ${url}. Run this command on the computer where the store itself stands.`,
  notServed: (folder: string) =>
    `The store in ${folder} stands on this computer: nobody has to enter it. \`prilavok login <url>\` enters a served one.`,
  loginNeeded: "Name the person with `--login <login>`.",
  folderTaken: (folder: string) =>
    `${folder} already holds another store, or this one for another person, and nothing of it was touched. Name another folder with \`--store <dir>\`.`,
  noEntering: (url: string) =>
    `STORE_UNREACHABLE: ${url} answered, but not as a store that can be entered. Look at the address; its owner starts the store with \`prilavok serve\`.`,
  noToken: (url: string) => `No token for ${url} is kept on this computer. \`prilavok login ${url}\` enters the store.`,
  stillValid: (url: string) =>
    `The token is forgotten on this computer, but ${url} could not be told: it works until the store's owner revokes it with \`prilavok token revoke\`.`,
} as const;
