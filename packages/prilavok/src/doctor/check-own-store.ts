import {
  checkDatabase,
  checkModules,
  explainGrants,
  findAccountExcess,
  openCore,
  openStore,
  readRelations,
  type Store,
  secretsProblem,
} from "@prilavok/engine";
import { type CoreCall, doctorWords, type Envelope } from "@prilavok/protocol";
import { bad, type Check, good } from "./check.ts";

/** A reading step: it goes the whole way through Core and its child processes. */
const STEP: CoreCall = {
  command: "engine_db_select",
  args: { pool: [{ do: "select", sql: "SELECT 1 AS one" }] },
  app: "prilavok",
  topic: "doctor",
};

/** Walks through a store that stands on this computer, as far as each check lets the next one. */
export async function* checkOwnStore(folder: string): AsyncGenerator<Check, void, void> {
  const store = await openStore(folder, "read");
  if ("refusal" in store) return yield bad("settings", store.refusal);
  try {
    const relations = await readRelations(folder);
    if ("refusal" in relations) return yield bad("settings", relations.refusal);
    yield good("settings", doctorWords.settings(store.settings.name));
    const secrets = secretsProblem(folder);
    yield secrets === undefined ? good("secrets", doctorWords.secrets) : bad("secrets", `${secrets}.`);
    const damage = await checkDatabase(store);
    if (damage !== undefined) return yield bad("database", doctorWords.damaged(damage));
    yield good("database", doctorWords.database(store.settings.db.engine));
    yield* checkAccount(store);
    yield* checkPerson(store);
    yield* checkTools(store);
  } finally {
    await store.db.close();
  }
  yield await checkCore(folder);
}

/** What the database's account may do although no store needs it. */
async function* checkAccount({ db }: Store): AsyncGenerator<Check, void, void> {
  const excess = await findAccountExcess(db);
  if (excess === undefined) return;
  const { account, beyond, within } = excess;
  if (beyond.length > 0) yield bad("account", doctorWords.strongAccount(account, [...beyond, ...within]));
  else
    yield good("account", within.length > 0 ? doctorWords.wideAccount(account, within) : doctorWords.account(account));
}

async function* checkPerson({ db, settings }: Store): AsyncGenerator<Check, void, void> {
  const { login } = settings;
  const person = await explainGrants(db, login);
  if ("refusal" in person) return yield bad("person", doctorWords.noPerson(login));
  if (person.blocked) return yield bad("person", doctorWords.blockedPerson(login));
  yield good("person", doctorWords.person(login));
  yield person.rights.length === 0
    ? bad("rights", doctorWords.noRights(login))
    : good("rights", doctorWords.rights(person.rights.length, person.commands.length));
}

async function* checkTools({ db, folder }: Store): AsyncGenerator<Check, void, void> {
  const { tools, problems } = await checkModules(db, folder);
  if (problems.length === 0) yield good("modules", doctorWords.modules(tools));
  for (const problem of problems) yield bad("modules", `${problem}.`);
}

async function checkCore(folder: string): Promise<Check> {
  const lines: string[] = [];
  const core = await openCore(folder, (line) => lines.push(line));
  if ("refusal" in core) return bad("core", core.refusal);
  try {
    const { login } = core.settings;
    const end = await lastOf(core.call(STEP, login, AbortSignal.timeout(60_000)));
    // A person without the right to read has shown by the refusal that Core works.
    if (end?.ok === true || end?.error.startsWith("ACCESS_DENIED") === true) return good("core", doctorWords.core);
    return bad("core", doctorWords.coreBroke(end?.error ?? "", lines));
  } finally {
    await core.close();
  }
}

async function lastOf(
  parts: AsyncIterable<{ readonly kind: string; readonly envelope?: Envelope }>,
): Promise<Envelope | undefined> {
  let envelope: Envelope | undefined;
  for await (const part of parts) envelope = part.envelope ?? envelope;
  return envelope;
}
