import type { MayFill } from "../shop/section-rights.ts";
import { articleOf } from "./article.ts";
import type { MakeCode } from "./code-mask.ts";
import type { Problems } from "./problems.ts";
import type { StreamRow } from "./read-stream.ts";
import type { RowValues } from "./row-values.ts";
import type { ShopRows } from "./shop-rows.ts";

const ARTICLE_LIMIT = 255;

/**
 * Checks what the rows of goods say together: a ref of its own for each, a name, sections that the person may fill, an
 * article that fits.
 */
export function checkGoods(
  goods: readonly StreamRow[],
  makeCode: MakeCode | undefined,
  { shop, mayFill, problems }: { readonly shop: ShopRows; readonly mayFill: MayFill; readonly problems: Problems },
): void {
  const seen = new Set<string>();
  for (const good of goods) {
    const { ref, num, values } = good;
    const say = (problem: string) => problems.add({ stream: "goods", ref, row: num, problem });
    if (ref !== "" && seen.has(ref)) say("Another good of this call has the same ref");
    seen.add(ref);

    const name = values.get("name");
    if (!values.has("name") || (typeof name === "string" && name.trim() === ""))
      say("It has no name, and a good goes by its name");
    if ([...articleOf(good, makeCode)].length > ARTICLE_LIMIT) {
      say(`The article that code_mask makes is longer than ${ARTICLE_LIMIT} characters`);
    }
    for (const id of sectionsOf(values)) {
      if (!mayFill(id)) say(`The section [${shop.row("topic", id)?.name}] (id ${id}) is kept to other people`);
    }
  }
}

/** The sections that a good is to stand in, by id. */
export function sectionsOf(values: RowValues): readonly number[] {
  const sections = values.get("topic_id");
  return typeof sections === "object" && sections !== null ? sections : [];
}
