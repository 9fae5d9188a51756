/** Whose token it is, or why it is not accepted: 401 unknown, revoked or of a blocked user, 429 too many wrong ones. */
type Identified = { readonly login: string } | { readonly status: 401 | 429; readonly retryAfterSeconds?: number };

/** Finds the person of a device token; `address` is the caller's, for slowing guesses down. */
export type Identify = (token: string, address: string) => Promise<Identified>;
