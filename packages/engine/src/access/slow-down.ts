import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Database } from "../sql/database.ts";

/** Whose guesses are counted: a login's, whoever makes them, or an address's, whatever login it names. */
export interface GuessSubject {
  readonly key: string;
  /** Wrong guesses that cost no waiting yet. */
  readonly free: number;
}

interface GuessCount {
  readonly failures: number;
  /** Epoch milliseconds; before that no guess is looked at. */
  readonly untilMs: number;
}

const MAX_DELAY_MS = 15 * 60 * 1000;
const FORGET_MS = 24 * 60 * 60 * 1000;

/** Kept as a hash: people type a password where the login belongs. */
export function loginSubject(login: string): GuessSubject {
  return { key: `login ${createHash("sha256").update(login.normalize("NFC").toLowerCase()).digest("hex")}`, free: 5 };
}

/** Who has one IPv6 address has the 2^64 of its network, so the network counts. */
export function addressSubject(address: string): GuessSubject {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  return { key: `address ${mapped ?? (isIPv6(address) ? networkOf(address) : address.slice(0, 50))}`, free: 20 };
}

function networkOf(address: string): string {
  const [head = "", tail = ""] = (address.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = address.includes("::") ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** How long the subject has to wait now, in milliseconds; 0 where it has not to. */
export async function waitOf(db: Database, subject: GuessSubject, nowMs: number): Promise<number> {
  return waitLeft(await readCount(db, subject.key), subject, nowMs);
}

/**
 * Counts a guess before it is looked at, so that guesses made at once, by several processes too, do not slip past
 * each other. Answers 0, or the milliseconds to wait where the turn was somebody else's.
 */
export async function takeTurn(db: Database, subject: GuessSubject, nowMs: number): Promise<number> {
  const { key, free } = subject;
  for (;;) {
    const { failures, untilMs } = await readCount(db, key);
    const wait = waitLeft({ failures, untilMs }, subject, nowMs);
    if (wait > 0) return wait;
    const counted = nowMs - untilMs > FORGET_MS ? 1 : failures + 1;
    const until = nowMs + delayOf(counted - free);
    const taken =
      failures === 0
        ? await insertCount(db, key, until, nowMs)
        : await db.run(
            "UPDATE {DBNICK}_password_guess SET failures = ?, until_ms = ? WHERE subject = ? AND failures = ? AND until_ms = ?",
            [counted, until, key, failures, untilMs],
          );
    if (taken.affected > 0) return 0;
  }
}

/** A guess that was right: the login starts anew, the address only takes that guess back. */
export async function forgive(db: Database, login: GuessSubject, address: GuessSubject, nowMs: number): Promise<void> {
  await db.run("DELETE FROM {DBNICK}_password_guess WHERE subject = ?", [login.key]);
  await db.run("DELETE FROM {DBNICK}_password_guess WHERE subject = ? AND failures = 1", [address.key]);
  await db.run("UPDATE {DBNICK}_password_guess SET failures = failures - 1, until_ms = ? WHERE subject = ?", [
    nowMs,
    address.key,
  ]);
}

/** Guesses that are free wait for nobody: they may come at once, by clocks that differ a little. */
function waitLeft({ failures, untilMs }: GuessCount, { free }: GuessSubject, nowMs: number): number {
  return failures <= free ? 0 : Math.max(0, untilMs - nowMs);
}

async function readCount(db: Database, key: string): Promise<GuessCount> {
  const [row] = await db.all<{ failures: number; until_ms: number }>(
    "SELECT failures, until_ms FROM {DBNICK}_password_guess WHERE subject = ?",
    [key],
  );
  return { failures: Number(row?.failures ?? 0), untilMs: Number(row?.until_ms ?? 0) };
}

async function insertCount(db: Database, key: string, untilMs: number, nowMs: number): Promise<{ affected: number }> {
  await db.run("DELETE FROM {DBNICK}_password_guess WHERE until_ms < ?", [nowMs - FORGET_MS]);
  const insert = db.dialect === "sqlite" ? "INSERT OR IGNORE" : "INSERT IGNORE";
  return db.run(`${insert} INTO {DBNICK}_password_guess (subject, failures, until_ms) VALUES (?, 1, ?)`, [
    key,
    untilMs,
  ]);
}

/** 1 s at the first wrong guess that is not free, twice as much at each further one. */
function delayOf(beyondFree: number): number {
  return beyondFree <= 0 ? 0 : Math.min(MAX_DELAY_MS, 1000 * 2 ** (beyondFree - 1));
}
