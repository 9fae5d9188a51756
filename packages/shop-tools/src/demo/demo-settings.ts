import type { Tables } from "./shop-database.ts";

/** The recipe of the profile `catalog`. */
const CATALOG_PICTURE = {
  type: "webp",
  width: 600,
  height: 600,
  quality: 82,
  fit: "contain",
  background: "#ffffff",
  kind: "kCatalog",
};

/** The words that `*_key` columns hold, by the code of their setting. */
const SETTINGS: readonly [code: string, name: string, words: Readonly<Record<string, string>>][] = [
  ["TOPIC_KIND", "Види розділів", { kSection: "Розділ", kSale: "Розпродаж" }],
  ["STORE_KIND", "Виды товаров", { kGoods: "Товар", kService: "Услуга" }],
  ["STORE_STATUS", "Stock status", { kInStock: "In stock", kOnOrder: "On order", kOut: "Out of stock" }],
  ["STORE_STATE", "Состояние товара", { kNew: "Новый", kOpened: "Вскрытая упаковка" }],
  ["INFO_KIND", "Види характеристик", { kMain: "Основна", kMore: "Додаткова" }],
  ["INFO_TYPE", "Attribute types", { kList: "Value from a list", kNumber: "Number", kText: "Text" }],
  ["BRAND_KIND", "Виды брендов", { kBase: "Обычный" }],
  ["PROVIDER_KIND", "Види постачальників", { kImporter: "Імпортер", kWarehouse: "Склад" }],
  ["PROVIDER_STATE", "Supplier states", { kActive: "Active", kPaused: "Paused" }],
  ["PARAM_KIND", "Виды параметров", { kChoice: "Выбор покупателя" }],
  ["USER_TASK_KIND", "Види задач", { kCall: "Дзвінок", kContent: "Наповнення", kPrices: "Ціни" }],
  ["USER_TASK_STATE", "Task states", { kNew: "New", kAtWork: "At work", kDone: "Done" }],
  [
    "FILES_STORE",
    "Файлы товаров",
    { kBase: "Главное фото", kSide: "Дополнительное фото", kCatalog: "Фото для каталогу" },
  ],
  ["FILES_PROFILE", "Профілі зображень", { catalog: JSON.stringify(CATALOG_PICTURE) }],
];

/** The registry of settings and the shop's languages. */
export function demoSettings(): Tables {
  return {
    key: SETTINGS.map(([code, name], at) => ({
      id: at + 1,
      code,
      name,
      tindex: 0,
      tlevel: 0,
      absindex: at + 1,
      folder: 0,
    })),
    key_value: SETTINGS.flatMap(([code, , words]) =>
      Object.entries(words).map(([word, text], at) => ({
        key_code: code,
        key_name: word,
        value_txt: text,
        pos: at + 1,
      })),
    ).map((row, at) => ({ id: at + 1, ...row })),
    lang: [
      { id: 1, skey: "uk", name: "Українська", is_origin: 1, pos: 1 },
      { id: 2, skey: "ru", name: "Русский", is_origin: 0, pos: 2 },
      { id: 3, skey: "en", name: "English", is_origin: 0, pos: 3 },
    ],
  };
}
