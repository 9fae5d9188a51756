/** The library makes Argon2id unless told otherwise; this is OWASP's first choice for it: 46 MiB, one pass. A hash names what it was made with, so a later choice meets older hashes. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const CURRENT = /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/;

/** Most processes of a store never see a password. */
const library = () => import("@node-rs/argon2");

/** A hash of 256 random bits that nobody kept. */
const STAND_IN = "$argon2id$v=19$m=47104,t=1,p=1$46AzHSXsPSdgm1BD4DpoVA$kHW7Ti6xRtbjuUUP4a3C1ptHgZn6G0WDn9xiPQK+yVs";

/** A hash to store; nothing turns it back into the password. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await library();
  return hash(oneForm(password), COST);
}

/** Does the password fit the hash. Without a hash it answers no, and takes as long about it. */
export async function fitsPassword(stored: string | undefined, password: string): Promise<boolean> {
  const { verify } = await library();
  const fits = await verify(stored ?? STAND_IN, oneForm(password));
  return stored !== undefined && fits;
}

/** A hash made at an older cost is made anew when its password is at hand. */
export function isOutdated(stored: string): boolean {
  return !CURRENT.test(stored);
}

/** Keyboards spell one letter in several ways. */
function oneForm(password: string): string {
  return password.normalize("NFC");
}
