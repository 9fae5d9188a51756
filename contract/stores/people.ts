import { addGroup, addPerson, blockPerson, changeGrants, openStore, type Store } from "@prilavok/engine";

/** Changes the people of a store as another process would: through a connection of its own, closed at once. */
async function change<End>(folder: string, work: (db: Store["db"]) => Promise<End>): Promise<End> {
  const store = await openStore(folder, "write");
  if ("refusal" in store) throw new Error(store.refusal);
  try {
    return await work(store.db);
  } finally {
    await store.db.close();
  }
}

/** Adds the group `sellers` and a person in it, who may do nothing yet. */
export async function addSeller(folder: string, login: string, name: string): Promise<void> {
  await change(folder, async (db) => {
    must(await addGroup(db, "sellers", "Sellers"));
    must(await addPerson(db, { login, name, group: "sellers", additionalGroup: undefined }));
  });
}

export async function grant(folder: string, holder: string, ...names: string[]): Promise<void> {
  must(await change(folder, (db) => changeGrants(db, "grant", holder, names)));
}

export async function revoke(folder: string, holder: string, ...names: string[]): Promise<void> {
  must(await change(folder, (db) => changeGrants(db, "revoke", holder, names)));
}

/** Gives a seller these rights and no others, and their group none. */
export async function grantOnly(folder: string, login: string, ...names: string[]): Promise<void> {
  await change(folder, async (db) => {
    await db.run(
      `DELETE FROM {DBNICK}_oper_right WHERE user_id = (SELECT id FROM {DBNICK}_user WHERE login = ?)
       OR group_id = (SELECT id FROM {DBNICK}_user_group WHERE skey = 'sellers')`,
      [login],
    );
    must(await changeGrants(db, "grant", login, names));
  });
}

export async function block(folder: string, login: string): Promise<void> {
  must((await change(folder, (db) => blockPerson(db, login, true))) ?? {});
}

function must(end: object): void {
  if ("refusal" in end) throw new Error(String(end.refusal));
}
