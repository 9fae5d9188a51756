const SERVICE = "prilavok";
/** A keyring may wait for a person to unlock it; nobody may be there. */
const ANSWER_MS = 10_000;

/** The system's keyring: Keychain, Credential Manager, Secret Service. */
export interface Keyring {
  put(account: string, secret: string): Promise<void>;
  get(account: string): Promise<string | undefined>;
  remove(account: string): Promise<void>;
}

/**
 * The keyring of this computer, undefined where its library is not installed. A keyring that is missing, locked or silent
 * rejects. The kernel's own keyring of Linux is left alone: it forgets with a restart.
 */
export async function openKeyring(): Promise<Keyring | undefined> {
  const library = await import("@napi-rs/keyring").catch(() => undefined);
  if (library === undefined) return undefined;
  const entry = (account: string) => new library.AsyncEntry(SERVICE, account, { linux: { store: "secret-service" } });
  const inTime = () => AbortSignal.timeout(ANSWER_MS);
  return {
    put: (account, secret) => entry(account).setPassword(secret, inTime()),
    get: async (account) => (await entry(account).getPassword(inTime())) ?? undefined,
    remove: async (account) => {
      await entry(account).deletePassword(inTime());
    },
  };
}
