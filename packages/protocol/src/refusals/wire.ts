const REPEAT = "It may have been carried out: look before you repeat it.";

/** What is said where the MCP server and Core do not reach each other, or Core cannot answer (page 80). */
export const wireRefusals = {
  // Both sides. The versions as they stand in the header, the newest that the computer speaks and those of the store.
  version: (computer: string, store: string) =>
    `VERSION_FAIL: this computer speaks version ${computer} of the wire and the store speaks ${store}. ${whichToUpdate(computer, store)}`,

  // Core's side. These stand in the bodies of other statuses than 200.
  noToken: "This needs the token of a device: run `prilavok login <url>` on that computer.",
  wrongToken:
    "This token is not accepted: it was revoked, or its user is blocked. Run `prilavok login <url>` again, or ask the store's owner.",
  slowDown: (seconds: number) => `Too many wrong tries from this address. Try again in ${seconds} s.`,
  full: (limit: number) => `${limit} calls are at work in the store already. Try again in a moment.`,
  bodiesFull: "Calls that are still on their way fill the room there is for them. Try again in a moment.",
  headersTooLarge: "The headers of this request are too large: a call needs the few of docs/reference/wire.md.",
  tooSlow: "The request did not come in time, and nothing was carried out. Send it again.",
  noHttp: "This is no HTTP/1.1 request: calls go to POST /agent as docs/reference/wire.md tells.",
  closing: "The store is closing and takes no new calls. Try again in a moment.",
  tooLarge: (megabytes: number) =>
    `The call is larger than ${megabytes} MB. Send it in several calls; large files travel as attachments.`,
  otherType: "A call is application/json, or multipart/form-data when files travel with it.",
  tooDeep: (levels: number) =>
    `The args of this call nest deeper than ${levels} levels: make them flatter. Nothing was carried out.`,
  notACall:
    'A call is {"command": …, "args": {…}, "app": …, "topic": …} as JSON in UTF-8; in multipart/form-data it is the first part, named call.',
  noSuchPage: "There is nothing at this address: calls go to POST /agent.",
  rowsTooMany: (megabytes: number) =>
    `The rows of this answer are more than ${megabytes} MB, and without "Accept: application/x-prilavok-rows" all of them stand in one piece. What the command did stays done. Ask for less, or ask with that header.`,

  // A call that did not end by itself.
  stopped: (login: string) =>
    `This call was stopped by ${login}. What it had done by then stays done: look before you repeat it.`,
  overTime: (seconds: number) =>
    `This call ran over ${seconds} s and was stopped. What it had done by then stays done: look before you repeat it. The owner may raise callSeconds in store.json.`,
  closed: "The store closed before this call ended. What it had done by then stays done: look before you repeat it.",
  noSuchCall: (id: string) => `No call ${id} is at work: it has ended. \`prilavok calls\` lists those at work.`,
  callsOfServed: (folder: string) =>
    `The store in ${folder} is not a served one: its calls are known to the programs that make them. \`prilavok calls\` asks a store that \`prilavok login\` made a folder for.`,
  notListening: (host: string, port: number, reason: string) =>
    `Nothing can be served at ${host}:${port}: ${reason}. Name another place with \`--host\` and \`--port\`.`,

  // The MCP server's side. `address` is the store's, without what stands before an @ in it.
  noSettings: (address: string) =>
    `NO_SETTINGS: no token for ${address} is kept on this computer. Run \`prilavok login ${address}\`.`,
  tokenLocked: (address: string) =>
    `NO_SETTINGS: the keyring of this computer does not give the token for ${address} out. Unlock it, or run \`prilavok login ${address} --no-keyring\`.`,
  wrongPassword: (address: string) =>
    `WRONG_PASSWORD: ${address} does not accept the token of this computer: it was revoked, or the user is blocked. Run \`prilavok login ${address}\` again, or ask the store's owner.`,
  notAnAddress: (given: string) =>
    `STORE_UNREACHABLE: [${given}] is no address of a store: it starts with https:// and holds no name, password, ? or #.`,
  plainHttp: (address: string) =>
    `STORE_UNREACHABLE: ${address} is plain http, and https is needed: passwords and tokens go over plain http to this computer alone. Name the https:// address; docs/guide/serve.md shows how a store gets one.`,
  unreachable: (address: string, reason: string) =>
    `STORE_UNREACHABLE: ${address}: ${reason}. \`prilavok doctor\` walks the way and says what is wrong.`,
  unanswered: (address: string, reason: string) => `STORE_UNREACHABLE: ${address}: ${reason}. ${REPEAT}`,
  storeFull: (address: string, seconds: number) =>
    `STORE_UNREACHABLE: ${address} is closing or overloaded, and the call was not taken. Try again in ${seconds} s.`,
  storeSlowsDown: (address: string, seconds: number) =>
    `STORE_UNREACHABLE: ${address} had too many wrong tries from this computer and takes no call for ${seconds} s.`,
  callTooLarge: (address: string) =>
    `The call is larger than ${address} takes, and it was not carried out. Send it in several calls; large files travel as attachments.`,
} as const;

/** Why a call did not reach Core, or was not answered: the end of `STORE_UNREACHABLE: <address>: …`. */
export const wireReasons = {
  noConnection: (seconds: number) => `there was no connection within ${seconds} s`,
  silence: (seconds: number) => `nothing came from it for ${seconds} s`,
  overTime: (seconds: number) => `it did not end the call within ${seconds} s`,
  fileBroke: "a file of the call could not be read to its end",
  brokeOff: "the connection broke before it answered",
  redirect: (status: number) =>
    `it answered with a redirect (${status}), and a token is not sent on to another address`,
  status: (status: number) => `it answered with status ${status}`,
  notPrilavok: "what it answered is no answer of a store",
} as const;

function whichToUpdate(computer: string, store: string): string {
  const newest = (versions: string): number => Math.max(...versions.split(",").map(Number));
  if (newest(computer) < newest(store)) return "Update Prilavok on this computer.";
  if (newest(computer) > newest(store)) return "Prilavok has to be updated where the store is served: tell its owner.";
  return "Update Prilavok where the number is lower.";
}
