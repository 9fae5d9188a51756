/** The database cannot be reached now; the message is a refusal in words. */
export class UnreachableDatabase extends Error {}
