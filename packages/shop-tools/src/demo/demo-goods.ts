import { BRANDS, CURRENCIES, idIn, PROVIDERS, TOPICS } from "./demo-catalog.ts";
import { type Attributes, GOODS, type Good } from "./demo-goods-list.ts";
import type { Row, Tables } from "./shop-database.ts";

interface Attribute {
  readonly skey: keyof Attributes;
  readonly name: string;
  /** The number of its folder. */
  readonly folder: number;
  readonly type: "kList" | "kNumber" | "kText";
}

const FOLDERS = ["Екран і пам'ять", "Корпус", "More"] as const;
/** Below their folders; their ids go on after those of the folders. */
const ATTRIBUTES: readonly Attribute[] = [
  { skey: "screen", name: "Діагональ, дюймів", folder: 1, type: "kNumber" },
  { skey: "memory", name: "Оперативная память", folder: 1, type: "kList" },
  { skey: "disk", name: "Вбудована пам'ять", folder: 1, type: "kList" },
  { skey: "battery", name: "Аккумулятор, мА·ч", folder: 2, type: "kNumber" },
  { skey: "weight", name: "Weight, kg", folder: 2, type: "kNumber" },
  { skey: "color", name: "Колір", folder: 2, type: "kList" },
  { skey: "system", name: "Операционная система", folder: 3, type: "kList" },
  { skey: "fits", name: "Сумісність", folder: 3, type: "kText" },
];

/** The texts that goods name for attributes with a list, each once; an id is the place in it. */
const LIST_VALUES = ATTRIBUTES.filter(({ type }) => type === "kList").flatMap((attribute) => {
  const texts = GOODS.map((good) => good.attributes[attribute.skey]).filter((text) => typeof text === "string");
  return [...new Set(texts)].map((text) => ({ attribute, text }));
});

const WARRANTY = [
  ["12 месяцев", 0],
  ["24 месяца", 29],
  ["36 месяцев", 49],
] as const;
const ENGRAVING = [
  ["Без гравіювання", 0],
  ["Гравіювання імені", 350],
] as const;

/** Goods with their places in sections, attributes, parameters and similar goods. */
export function demoGoods(): Tables {
  return {
    store: GOODS.map(goodRow),
    topic_store: GOODS.flatMap((good, at) =>
      good.topics.map((topic) => ({ topic_id: idIn(TOPICS, topic), store_id: at + 1, pos: at + 1 })),
    ).map((row, at) => ({ id: at + 1, ...row })),
    info: infoRows(),
    info_value: LIST_VALUES.map(({ attribute, text }, at) => ({
      id: at + 1,
      info_id: infoId(attribute),
      name: text,
      kind_key: "kMain",
      pos: at + 1,
    })),
    store_info: GOODS.flatMap((good, at) =>
      attributeRows(good.attributes).map((row) => ({ store_id: at + 1, ...row })),
    ),
    param: [
      { id: 1, skey: "warranty", name: "Гарантия", kind_key: "kChoice", fixed_set: 1, pos: 1 },
      { id: 2, skey: "engraving", name: "Гравіювання", kind_key: "kChoice", fixed_set: 1, pos: 2 },
    ],
    param_value: paramValues(),
    store_param: GOODS.flatMap((good, at) => paramRows(good).map((row) => ({ store_id: at + 1, ...row }))).map(
      (row, at) => ({ id: at + 1, ...row }),
    ),
  };
}

function goodRow(good: Good, at: number): Row {
  const id = at + 1;
  const [price, currency] = good.price;
  const [cost, costCurrency] = good.cost;
  const made = `2026-0${1 + (id % 6)}-${10 + (id % 18)} 1${id % 9}:20:00`;
  return {
    id,
    provider_id: idIn(PROVIDERS, good.provider),
    brand_id: idIn(BRANDS, good.brand),
    code_shop: String(id).padStart(5, "0"),
    code_prov: `${good.provider.slice(0, 3).toUpperCase()}-${4000 + id * 7}`,
    code_made: `48230000${String(10_000 + id * 37)}`,
    meas: "шт",
    name: good.name,
    intro: `${good.name}: официальная гарантия, доставка по Украине за 1–3 дня.`,
    descr: `${good.name}. У комплекті інструкція українською. Обмін і повернення протягом 14 днів.`,
    status_key: good.stock > 0 ? "kInStock" : "kOnOrder",
    kind_key: "kGoods",
    state_key: good.topics.includes("sale") ? "kOpened" : "kNew",
    rating: id % 5,
    how: good.stock,
    pprice: cost,
    pprice_curr_id: idIn(CURRENCIES, costCurrency),
    price,
    price_curr_id: idIn(CURRENCIES, currency),
    price2: Math.round(price * 0.97),
    price2_curr_id: idIn(CURRENCIES, currency),
    min_order: 1,
    step_order: 1,
    seo_psu: `g${id}`,
    in_xml: 1,
    create_time: made,
    update_time: made,
    edit_time: made,
  };
}

function infoId(attribute: Attribute): number {
  return FOLDERS.length + 1 + ATTRIBUTES.indexOf(attribute);
}

function infoRows(): Row[] {
  const rows = FOLDERS.flatMap((name, at) => [
    { id: at + 1, skey: `group${at + 1}`, name, tindex: 0, tlevel: 0, folder: 1, type_key: "" },
    ...ATTRIBUTES.filter(({ folder }) => folder === at + 1).map((attribute) => ({
      id: infoId(attribute),
      skey: attribute.skey,
      name: attribute.name,
      tindex: attribute.folder,
      tlevel: 1,
      folder: 0,
      type_key: attribute.type,
    })),
  ]);
  return rows.map((row, at) => ({ ...row, absindex: at + 1, kind_key: "kMain", in_topic: 1, in_goods: 1 }));
}

function attributeRows(attributes: Attributes): Row[] {
  return ATTRIBUTES.flatMap((attribute) => {
    const value = attributes[attribute.skey];
    if (value === undefined) return [];
    const place = LIST_VALUES.findIndex((known) => known.attribute === attribute && known.text === value);
    return [
      {
        info_id: infoId(attribute),
        value_id: place === -1 ? null : place + 1,
        value_dec: typeof value === "number" ? value : 0,
        value_txt: attribute.type === "kText" ? String(value) : "",
      },
    ];
  });
}

function paramValues(): Row[] {
  const values = [
    ...WARRANTY.map(([name, sum], at) => ({ param_id: 1, name, set_sum: sum, sum_curr_id: 1, pos: at + 1 })),
    ...ENGRAVING.map(([name, sum], at) => ({ param_id: 2, name, set_sum: sum, sum_curr_id: 2, pos: at + 1 })),
  ];
  return values.map((row, at) => ({ id: at + 1, ...row }));
}

/** A longer warranty for what is dear, a name on what is worn. */
function paramRows(good: Good): Row[] {
  const param = good.topics.includes("watches") || good.topics.includes("audio") ? 2 : 1;
  if (param === 1 && (good.price[1] !== "USD" || good.price[0] < 400)) return [];
  return paramValues()
    .filter((value) => value.param_id === param)
    .map((value, at) => ({
      param_id: param,
      value_id: value.id ?? null,
      value_name: value.name ?? "",
      value_set_sum: value.set_sum ?? 0,
      value_curr_id: value.sum_curr_id ?? null,
      pos: at + 1,
    }));
}
