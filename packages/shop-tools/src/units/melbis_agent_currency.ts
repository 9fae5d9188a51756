/// <reference path="./melbis_agent_currency.d.ts" />
import { command, type Db, type Refusal } from "@prilavok/sdk";
import { decimalFits, textFits, wholeFits } from "./shop/fit-columns.ts";
import { missingIds } from "./shop/missing-ids.ts";
import { reorder } from "./shop/reorder.ts";

/** What a good's prices are written in. */
const PRICE_CURRENCIES = ["pprice_curr_id", "rprice_curr_id", "price_curr_id", "price2_curr_id", "price3_curr_id"];
const COLUMNS = ["skey", "name", "multiplex", "division", "provider_id", "pos"] as const;
const SORTABLE = { texts: ["skey", "name"], numbers: ["id", "multiplex", "division", "provider_id", "pos"] };

export const CmdList = command<MELBIS_AGENT_CURRENCY.CmdList>(({ db }) => ({
  result: true,
  message: "The tables asked for",
  tables: { currency: db.stream("SELECT * FROM {DBNICK}_currency ORDER BY pos, id") },
}));

export const CmdAdd = command<MELBIS_AGENT_CURRENCY.CmdAdd>(async ({ params, db, lock, change }) => {
  const reason = unfit(params) ?? (await missingProvider(db, params.provider_id));
  if (reason !== undefined) return refuse(reason);
  const warning = await sameCode(db, params.skey, []);

  const busy = await lock("currency");
  if (busy !== undefined) return busy;
  const id = await db.transaction(async () => {
    const next = await db.generate("currency");
    await db.run(
      `INSERT INTO {DBNICK}_currency (id, skey, name, multiplex, division, provider_id, pos)
       SELECT :ID, :SKEY, :NAME, :MULTIPLEX, :DIVISION, :PROVIDER_ID, COALESCE(:POS, MAX(pos) + 1, 1) FROM {DBNICK}_currency`,
      {
        ID: next,
        SKEY: params.skey ?? "",
        NAME: params.name,
        MULTIPLEX: params.multiplex,
        DIVISION: params.division,
        PROVIDER_ID: params.provider_id || null,
        POS: params.pos ?? null,
      },
    );
    await change("currency");
    return next;
  });
  return { result: true, message: "The row of currency is added", detail: { id, ...warning } };
});

export const CmdUpdate = command<MELBIS_AGENT_CURRENCY.CmdUpdate>(async ({ params, db, lock, change }) => {
  const named = COLUMNS.filter((column) => params[column] !== undefined);
  if (named.length === 0) return refuse("Nothing was named to change");
  const reason =
    unfit(params) ?? (await missingCurrency(db, params.id)) ?? (await missingProvider(db, params.provider_id));
  if (reason !== undefined) return refuse(reason);
  const warning = await sameCode(db, params.skey, params.id);

  const busy = await lock("currency");
  if (busy !== undefined) return busy;
  const values = { ...params, provider_id: params.provider_id || null };
  const assignments = named.map((column) => `${column} = :${column.toUpperCase()}`);
  await db.transaction(async () => {
    await db.run(`UPDATE {DBNICK}_currency SET ${assignments.join(", ")} WHERE id IN (:ID)`, values);
    await change("currency");
  });
  return { result: true, message: `${rowsAre(params.id)} changed`, detail: { id: params.id, ...warning } };
});

export const CmdRemove = command<MELBIS_AGENT_CURRENCY.CmdRemove>(async ({ params, db, lock, change }) => {
  const reason = await missingCurrency(db, params.id);
  if (reason !== undefined) return refuse(reason);
  const goods = await countGoods(db, params.id);
  if (goods > 0 && !params.recursive) {
    return {
      ...refuse(
        `Goods priced in these currencies: ${goods}. Nothing was removed. With "recursive": true the currencies go, and the prices keep their numbers and read in the base currency`,
      ),
      detail: { goods },
    };
  }

  const tables = goods > 0 ? ["currency", "store"] : ["currency"];
  const busy = await lock(tables);
  if (busy !== undefined) return busy;
  await db.transaction(async () => {
    for (const column of goods > 0 ? PRICE_CURRENCIES : []) {
      await db.run(`UPDATE {DBNICK}_store SET ${column} = NULL WHERE ${column} IN (:IDS)`, { IDS: params.id });
    }
    await db.run("DELETE FROM {DBNICK}_currency WHERE id IN (:IDS)", { IDS: params.id });
    await change(tables);
  });
  const left = goods > 0 ? `; goods whose prices now read in the base currency: ${goods}` : "";
  return { result: true, message: `${rowsAre(params.id)} removed${left}`, detail: { id: params.id, goods } };
});

export const CmdPos = command<MELBIS_AGENT_CURRENCY.CmdPos>(async ({ params, db, lock, change }) => {
  const rows = await db.rows("SELECT * FROM {DBNICK}_currency ORDER BY pos, id");
  const reordered = reorder(rows, params.type, params.data, SORTABLE);
  if ("refusal" in reordered) return refuse(reordered.refusal);

  const placeBefore = new Map(rows.map((row) => [row.id, Number(row.pos)]));
  const moved = reordered.order
    .map((id, at) => ({ id, pos: at + 1 }))
    .filter(({ id, pos }) => placeBefore.get(id) !== pos);
  const busy = await lock("currency");
  if (busy !== undefined) return busy;
  await db.transaction(async () => {
    for (const { id, pos } of moved) {
      await db.run("UPDATE {DBNICK}_currency SET pos = :POS WHERE id = :ID", { ID: Number(id), POS: pos });
    }
    await change("currency");
  });
  return { result: true, message: "The order of currency is set" };
});

function refuse(message: string): Refusal {
  return { result: false, message };
}

function rowsAre(ids: readonly unknown[]): string {
  const count = new Set(ids).size;
  return count === 1 ? "The row of currency is" : `${count} rows of currency are`;
}

/** Why the values cannot stand in the table's columns, if they cannot. */
function unfit({ skey, name, multiplex, pos }: Partial<MELBIS_AGENT_CURRENCY.CmdAdd>): string | undefined {
  if (name?.trim() === "") return "The [name] is empty: a currency goes by its name. Nothing was written";
  if (multiplex !== undefined && multiplex <= 0) return "The [multiplex] is a rate above zero. Nothing was written";
  const reason =
    textFits("skey", skey, 32) ??
    textFits("name", name, 32) ??
    decimalFits("multiplex", multiplex, 6, 4) ??
    wholeFits("pos", pos);
  return reason === undefined ? undefined : `${reason}. Nothing was written`;
}

async function missingCurrency(db: Db, ids: readonly (number | bigint)[]): Promise<string | undefined> {
  const rows = await db.rows("SELECT id FROM {DBNICK}_currency");
  return missingIds("currency", ids, new Set(rows.map((row) => row.id)));
}

/** What to tell of a code that other currencies have too: it need not be unique, and two are most often a mistake. */
async function sameCode(
  db: Db,
  skey: string | undefined,
  own: readonly (number | bigint)[],
): Promise<{ readonly warning: string } | undefined> {
  if (!skey) return undefined;
  const rows = await db.rows("SELECT id FROM {DBNICK}_currency WHERE UPPER(skey) = UPPER(:SKEY) ORDER BY id", { skey });
  const ids = own.map(String);
  const others = rows.map((row) => row.id ?? "").filter((id) => !ids.includes(id));
  if (others.length === 0) return undefined;
  return {
    warning: `The skey ${skey} stands in other currencies too, by id: ${others.join(", ")}. Where it is one and the same, change that one with CmdUpdate and take this one back`,
  };
}

async function missingProvider(db: Db, id: number | bigint | undefined): Promise<string | undefined> {
  if (!id) return undefined;
  const rows = await db.rows("SELECT id FROM {DBNICK}_provider");
  return missingIds("provider", [id], new Set(rows.map((row) => row.id)));
}

async function countGoods(db: Db, ids: readonly (number | bigint)[]): Promise<number> {
  const priced = PRICE_CURRENCIES.map((column) => `${column} IN (:IDS)`).join(" OR ");
  const [row] = await db.rows(`SELECT COUNT(*) AS goods FROM {DBNICK}_store WHERE ${priced}`, { IDS: ids });
  return Number(row?.goods);
}
