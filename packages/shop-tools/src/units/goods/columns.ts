/** What a column keeps, and so what a row of an import may say in it. */
export type Column =
  | { readonly kind: "text"; readonly limit: number }
  | { readonly kind: "longText" | "yesNo" | "moment" }
  | { readonly kind: "whole"; readonly from: number; readonly to: number }
  | { readonly kind: "decimal"; readonly whole: number; readonly fraction: number }
  /** A word that the settings keep under this code; any word where they keep none. */
  | { readonly kind: "word"; readonly code: string }
  /** A row of another table, said by its id, skey or name. */
  | { readonly kind: "row"; readonly table: LinkedTable }
  /** Several of them, a list or a single one. */
  | { readonly kind: "rows"; readonly table: LinkedTable };

/** The tables that rows of an import point at. */
export type LinkedTable = "topic" | "brand" | "provider" | "currency" | "disc_group" | "info" | "param";

export type Columns = Readonly<Record<string, Column>>;

const text = (limit = 255) => ({ kind: "text", limit }) as const;
const row = (table: LinkedTable) => ({ kind: "row", table }) as const;
const word = (code: string) => ({ kind: "word", code }) as const;
const whole = (from: number, to: number) => ({ kind: "whole", from, to }) as const;
const longText = { kind: "longText" } as const;
const yesNo = { kind: "yesNo" } as const;
const count = whole(-2_147_483_648, 2_147_483_647);
const sum = { kind: "decimal", whole: 8, fraction: 2 } as const;

/** `store`, and `topic_id` for the sections the good stands in. */
export const GOODS_COLUMNS: Columns = {
  topic_id: { kind: "rows", table: "topic" },
  provider_id: row("provider"),
  brand_id: row("brand"),
  code_shop: text(),
  code_prov: text(),
  code_made: text(),
  meas: text(32),
  name: text(),
  intro: longText,
  descr: longText,
  review: longText,
  no_visible: yesNo,
  status_key: word("STORE_STATUS"),
  kind_key: word("STORE_KIND"),
  state_key: word("STORE_STATE"),
  clann: whole(0, 4_294_967_295),
  clann_title: text(),
  clann_descr: longText,
  clann_root: yesNo,
  rating: whole(-128, 127),
  disc_group_id: row("disc_group"),
  how: count,
  pprice: sum,
  pprice_curr_id: row("currency"),
  rprice: sum,
  rprice_curr_id: row("currency"),
  price: sum,
  price_curr_id: row("currency"),
  price2: sum,
  price2_curr_id: row("currency"),
  price3: sum,
  price3_curr_id: row("currency"),
  proc_price2: sum,
  proc_price3: sum,
  min_order: count,
  step_order: count,
  seo_psu: text(),
  seo_title: text(),
  in_xml: yesNo,
  templ_key: text(100),
  exist_time: { kind: "moment" },
  option_code: longText,
};

/** `store_info`: the value by its id, as a number, or in words. */
export const INFO_COLUMNS: Columns = {
  info_id: row("info"),
  value_id: whole(1, Number.MAX_SAFE_INTEGER),
  value_dec: { kind: "decimal", whole: 6, fraction: 4 },
  value_txt: longText,
};

/** `store_param`: the value by its id or in words, and what it costs where that is not the value's own sum. */
export const PARAM_COLUMNS: Columns = {
  param_id: row("param"),
  value_id: whole(1, 4_294_967_295),
  value_name: text(),
  value_set_sum: sum,
  value_curr_id: row("currency"),
};

/** What the column of a row that says nothing holds beside rows that do. */
export function emptyValue(column: Column): string | number | null {
  switch (column.kind) {
    case "whole":
    case "decimal":
    case "yesNo":
      return 0;
    case "moment":
      return "2000-01-01 00:00:00";
    case "row":
    case "rows":
      return null;
    default:
      return "";
  }
}
