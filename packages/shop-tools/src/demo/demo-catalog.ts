import type { Row, Tables } from "./shop-database.ts";

/** The words by which goods name the rows of the catalogue; an id is the place in its list. */
export const TOPICS = [
  "root",
  "laptops",
  "ultrabooks",
  "gaming",
  "phones",
  "android",
  "iphone",
  "tablets",
  "audio",
  "watches",
  "accessories",
  "cases",
  "chargers",
  "cables",
  "sale",
] as const;
export const BRANDS = [
  "Apple",
  "Samsung",
  "Xiaomi",
  "Google",
  "Sony",
  "Lenovo",
  "ASUS",
  "HP",
  "Acer",
  "JBL",
  "Anker",
  "Baseus",
] as const;
export const PROVIDERS = ["dnipro", "warsaw", "kyiv", "odesa"] as const;
export const CURRENCIES = ["USD", "UAH", "PLN"] as const;

export type Topic = (typeof TOPICS)[number];
export type Brand = (typeof BRANDS)[number];
export type Provider = (typeof PROVIDERS)[number];
export type Currency = (typeof CURRENCIES)[number];

const TOPIC_ROWS: Readonly<Record<Topic, readonly [name: string, parent: Topic | "", level: number]>> = {
  root: ["Root", "", 0],
  laptops: ["Laptops", "root", 1],
  ultrabooks: ["Ультрабуки", "laptops", 2],
  gaming: ["Игровые ноутбуки", "laptops", 2],
  phones: ["Смартфоны", "root", 1],
  android: ["Android", "phones", 2],
  iphone: ["iPhone", "phones", 2],
  tablets: ["Планшети", "root", 1],
  audio: ["Навушники", "root", 1],
  watches: ["Смарт-часы и браслеты", "root", 1],
  accessories: ["Accessories", "root", 1],
  cases: ["Чохли та сумки", "accessories", 2],
  chargers: ["Зарядные устройства", "accessories", 2],
  cables: ["Кабелі", "accessories", 2],
  sale: ["Sale / Розпродаж", "root", 1],
};

const PROVIDER_ROWS: Readonly<Record<Provider, Row>> = {
  dnipro: {
    group_id: 1,
    name: "ТОВ «Дніпро Імпорт»",
    kind_key: "kImporter",
    manager: "Оксана Литвин",
    phones: "+380 56 000 11 22",
  },
  warsaw: {
    group_id: 1,
    name: "Wisła Electronics Sp. z o.o.",
    kind_key: "kImporter",
    manager: "Piotr Zieliński",
    phones: "+48 22 000 33 44",
  },
  kyiv: {
    group_id: 2,
    name: "Склад «Подол»",
    kind_key: "kWarehouse",
    manager: "Сергей Мельник",
    phones: "+380 44 000 55 66",
  },
  odesa: {
    group_id: 2,
    name: "Odesa Port Warehouse",
    kind_key: "kWarehouse",
    manager: "Anna Rudenko",
    phones: "+380 48 000 77 88",
  },
};

/** The shop's own rate. */
export const HRYVNIAS_A_DOLLAR = 43.85;

const CURRENCY_ROWS: Readonly<Record<Currency, readonly [name: string, unitsADollarBuys: number]>> = {
  USD: ["US Dollar", 1],
  UAH: ["Гривня", HRYVNIAS_A_DOLLAR],
  PLN: ["Polski złoty", 3.685],
};

/** The id of a word in one of the lists above. */
export function idIn<Word extends string>(list: readonly Word[], word: Word): number {
  return list.indexOf(word) + 1;
}

/** Sections, brands, suppliers and currencies. The list of sections is in the tree's own order. */
export function demoCatalog(): Tables {
  return {
    topic: TOPICS.map((skey, at) => {
      const [name, parent, level] = TOPIC_ROWS[skey];
      const tindex = parent === "" ? 0 : idIn(TOPICS, parent);
      const kind = skey === "sale" ? "kSale" : "kSection";
      return {
        id: at + 1,
        skey,
        name,
        tindex,
        tlevel: level,
        absindex: at + 1,
        kind_key: kind,
        seo_psu: skey,
        in_xml: 1,
      };
    }),
    brand: BRANDS.map((name, at) => ({
      id: at + 1,
      skey: name.toLowerCase(),
      name,
      kind_key: "kBase",
      seo_code: name.toLowerCase(),
      pos: at + 1,
    })),
    provider_group: [
      { id: 1, skey: "import", name: "Імпортери", pos: 1 },
      { id: 2, skey: "local", name: "Местные склады", pos: 2 },
    ],
    provider: PROVIDERS.map((skey, at) => ({
      id: at + 1,
      skey,
      ...PROVIDER_ROWS[skey],
      state_key: skey === "odesa" ? "kPaused" : "kActive",
      pos: at + 1,
    })),
    currency: CURRENCIES.map((skey, at) => {
      const [name, multiplex] = CURRENCY_ROWS[skey];
      return { id: at + 1, skey, name, multiplex, division: 1, provider_id: skey === "PLN" ? 2 : null, pos: at + 1 };
    }),
  };
}
