import type { Attachment, Db } from "@prilavok/sdk";
import { type MayFill, readSectionRights } from "../shop/section-rights.ts";

const IDS_A_STATEMENT = 1000;

/**
 * Whether a file is on an element that the person may fill: a section that is open to them, or a good that stands in one of
 * those, or in none. Elements of other kinds are everybody's.
 */
export async function readElementsToFill(
  db: Db,
  personId: number,
  files: readonly Attachment[],
): Promise<(file: Attachment) => boolean> {
  const mayFill = await readSectionRights(db, personId);
  const goods = files.filter(({ entity }) => entity === "store").map(({ elem_id: id }) => id);
  const sections = await readSectionsOf(db, [...new Set(goods)]);
  return ({ entity, elem_id: id }) => {
    if (entity === "topic") return mayFill(id);
    return entity !== "store" || isOpen(sections.get(String(id)) ?? [], mayFill);
  };
}

function isOpen(sections: readonly number[], mayFill: MayFill): boolean {
  return sections.length === 0 || sections.some(mayFill);
}

async function readSectionsOf(db: Db, goods: readonly number[]): Promise<ReadonlyMap<string, number[]>> {
  const sections = new Map<string, number[]>();
  for (let from = 0; from < goods.length; from += IDS_A_STATEMENT) {
    const rows = await db.rows("SELECT store_id, topic_id FROM {DBNICK}_topic_store WHERE store_id IN (:IDS)", {
      IDS: goods.slice(from, from + IDS_A_STATEMENT),
    });
    for (const { store_id: good, topic_id: topic } of rows) {
      sections.set(good ?? "", [...(sections.get(good ?? "") ?? []), Number(topic)]);
    }
  }
  return sections;
}
