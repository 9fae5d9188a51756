import type { Db } from "@prilavok/sdk";
import type { CheckedImport } from "./check-import.ts";
import type { MakeCode } from "./code-mask.ts";
import type { StreamRow } from "./read-stream.ts";

/** Longer than any id that a generator gives, and the id of no good. */
const SOME_ID = 10 ** 15;

/** The article of a good: its row's own, or the mask's. Before the good has its id, another one stands for it. */
export function articleOf({ num, values }: StreamRow, makeCode: MakeCode | undefined, id = SOME_ID): string {
  const own = values.get("code_shop");
  return typeof own === "string" ? own : (makeCode?.(id, num) ?? "");
}

const CODES_A_STATEMENT = 1000;
const SHOWN = 5;

/** Says which articles of an import another good carries too, in the shop or in the import itself; empty where none is. */
export async function saySharedArticles(db: Db, { goods, makeCode }: CheckedImport): Promise<string> {
  const codes = goods.map((good) => articleOf(good, makeCode)).filter((code) => code !== "");
  const once = new Set<string>();
  const shared = new Set<string>();
  for (const code of codes) (once.has(code) ? shared : once).add(code);

  const different = [...once];
  for (let from = 0; from < different.length; from += CODES_A_STATEMENT) {
    const rows = await db.rows("SELECT DISTINCT code_shop FROM {DBNICK}_store WHERE code_shop IN (:CODES)", {
      CODES: different.slice(from, from + CODES_A_STATEMENT),
    });
    for (const row of rows) shared.add(row.code_shop ?? "");
  }
  if (shared.size === 0) return "";
  const more = shared.size > SHOWN ? ` and ${shared.size - SHOWN} more` : "";
  return `; articles that another good carries too: ${[...shared].slice(0, SHOWN).join(", ")}${more}`;
}
