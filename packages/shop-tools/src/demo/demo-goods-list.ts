import type { Brand, Currency, Provider, Topic } from "./demo-catalog.ts";

/** Values of attributes by the attribute's word: a text names a value of its list, a number is the value itself. */
export interface Attributes {
  readonly screen?: number;
  readonly memory?: string;
  readonly disk?: string;
  readonly battery?: number;
  readonly weight?: number;
  readonly system?: string;
  readonly color?: string;
  readonly fits?: string;
}

export interface Good {
  readonly name: string;
  readonly topics: readonly Topic[];
  readonly brand: Brand;
  readonly provider: Provider;
  readonly price: readonly [sum: number, currency: Currency];
  readonly cost: readonly [sum: number, currency: Currency];
  readonly stock: number;
  readonly attributes: Attributes;
}

/** The goods of the demo shop in the order of their ids. */
export const GOODS: readonly Good[] = [
  laptop('Ультрабук Lenovo ThinkPad X1 Carbon Gen 12 14"', "ultrabooks", "Lenovo", 1899, 6, [
    14,
    "32 GB",
    "1 TB",
    1.09,
    "Windows 11",
    "Чорний",
  ]),
  laptop('Apple MacBook Air 13" M3', "ultrabooks", "Apple", 1099, 14, [
    13.6,
    "16 GB",
    "256 GB",
    1.24,
    "macOS",
    "Сріблястий",
  ]),
  laptop('Apple MacBook Pro 14" M4', "ultrabooks", "Apple", 1799, 5, [
    14.2,
    "16 GB",
    "512 GB",
    1.55,
    "macOS",
    "Чорний",
  ]),
  laptop("Ультрабук ASUS Zenbook 14 OLED UX3405", "ultrabooks", "ASUS", 1149, 8, [
    14,
    "16 GB",
    "1 TB",
    1.2,
    "Windows 11",
    "Синій",
  ]),
  laptop("Ноутбук HP Pavilion Plus 14", "ultrabooks", "HP", 899, 11, [
    14,
    "16 GB",
    "512 GB",
    1.4,
    "Windows 11",
    "Сріблястий",
  ]),
  laptop("Ноутбук Acer Swift Go 14", "ultrabooks", "Acer", 799, 0, [
    14,
    "16 GB",
    "512 GB",
    1.32,
    "Windows 11",
    "Сріблястий",
  ]),
  laptop("Игровой ноутбук ASUS ROG Strix G16", "gaming", "ASUS", 1699, 4, [
    16,
    "32 GB",
    "1 TB",
    2.5,
    "Windows 11",
    "Чорний",
  ]),
  laptop("Игровой ноутбук Lenovo Legion 5 Pro 16", "gaming", "Lenovo", 1499, 7, [
    16,
    "16 GB",
    "1 TB",
    2.4,
    "Windows 11",
    "Чорний",
  ]),
  laptop("Ігровий ноутбук Acer Nitro V 15", "gaming", "Acer", 949, 12, [
    15.6,
    "16 GB",
    "512 GB",
    2.1,
    "Windows 11",
    "Чорний",
  ]),
  laptop("Ігровий ноутбук HP Victus 16", "gaming", "HP", 1049, 3, [
    16.1,
    "16 GB",
    "512 GB",
    2.3,
    "Windows 11",
    "Синій",
  ]),
  phone("Смартфон Samsung Galaxy S24", "android", "Samsung", 799, 21, [
    6.2,
    "8 GB",
    "256 GB",
    4000,
    "Android",
    "Чорний",
  ]),
  phone("Смартфон Samsung Galaxy S24 Ultra", "android", "Samsung", 1299, 9, [
    6.8,
    "12 GB",
    "512 GB",
    5000,
    "Android",
    "Сріблястий",
  ]),
  phone("Смартфон Samsung Galaxy A55 5G", "android", "Samsung", 419, 34, [
    6.6,
    "8 GB",
    "256 GB",
    5000,
    "Android",
    "Синій",
  ]),
  phone("Смартфон Xiaomi 14T", "android", "Xiaomi", 549, 17, [6.67, "12 GB", "256 GB", 5000, "Android", "Чорний"]),
  phone("Смартфон Xiaomi Redmi Note 13 Pro", "android", "Xiaomi", 289, 40, [
    6.67,
    "8 GB",
    "256 GB",
    5000,
    "Android",
    "Зелений",
  ]),
  phone("Смартфон Google Pixel 8a", "android", "Google", 459, 6, [6.1, "8 GB", "128 GB", 4492, "Android", "Синій"]),
  phone("Смартфон Google Pixel 9", "android", "Google", 799, 5, [6.3, "12 GB", "128 GB", 4700, "Android", "Чорний"]),
  phone("Смартфон Sony Xperia 10 VI", "android", "Sony", 399, 0, [6.1, "8 GB", "128 GB", 5000, "Android", "Білий"]),
  phone("Apple iPhone 15", "iphone", "Apple", 699, 25, [6.1, "6 GB", "128 GB", 3349, "iOS", "Синій"]),
  phone("Apple iPhone 15 Pro Max", "iphone", "Apple", 1199, 8, [6.7, "8 GB", "256 GB", 4422, "iOS", "Сріблястий"]),
  phone("Apple iPhone 16", "iphone", "Apple", 799, 19, [6.1, "8 GB", "128 GB", 3561, "iOS", "Зелений"]),
  phone("Apple iPhone SE", "iphone", "Apple", 429, 2, [4.7, "4 GB", "64 GB", 2018, "iOS", "Білий"], ["sale"]),
  phone('Планшет Apple iPad 10.9"', "tablets", "Apple", 349, 13, [10.9, "4 GB", "64 GB", 7606, "iPadOS", "Синій"]),
  phone("Планшет Samsung Galaxy Tab S9 FE", "tablets", "Samsung", 449, 10, [
    10.9,
    "6 GB",
    "128 GB",
    8000,
    "Android",
    "Зелений",
  ]),
  phone(
    "Планшет Lenovo Tab P12",
    "tablets",
    "Lenovo",
    299,
    7,
    [12.7, "8 GB", "128 GB", 10200, "Android", "Чорний"],
    ["sale"],
  ),
  phone("Планшет Xiaomi Pad 6", "tablets", "Xiaomi", 329, 15, [11, "8 GB", "256 GB", 8840, "Android", "Синій"]),
  small("Наушники Sony WH-1000XM5", ["audio"], "Sony", [349, "USD"], 16, { weight: 0.25, color: "Чорний" }),
  small("Навушники Apple AirPods Pro 2", ["audio"], "Apple", [249, "USD"], 28, { weight: 0.05, color: "Білий" }),
  small("Навушники JBL Tune 520BT", ["audio", "sale"], "JBL", [1899, "UAH"], 33, { weight: 0.16, color: "Синій" }),
  small("Наушники JBL Live Pro 2 TWS", ["audio"], "JBL", [4999, "UAH"], 9, { weight: 0.06, color: "Чорний" }),
  small("Samsung Galaxy Buds3", ["audio"], "Samsung", [179, "USD"], 12, { weight: 0.05, color: "Білий" }),
  small("Смарт-часы Apple Watch Series 10", ["watches"], "Apple", [399, "USD"], 11, {
    screen: 1.9,
    battery: 327,
    weight: 0.04,
    system: "watchOS",
    color: "Чорний",
  }),
  small("Смарт-годинник Samsung Galaxy Watch7", ["watches"], "Samsung", [299, "USD"], 8, {
    screen: 1.5,
    battery: 425,
    weight: 0.03,
    system: "Wear OS",
    color: "Зелений",
  }),
  small("Фитнес-браслет Xiaomi Smart Band 9", ["watches", "sale"], "Xiaomi", [1799, "UAH"], 45, {
    screen: 1.62,
    battery: 233,
    weight: 0.02,
    color: "Чорний",
  }),
  small("Чохол Baseus для iPhone 15, прозорий", ["cases"], "Baseus", [399, "UAH"], 60, {
    color: "Прозорий",
    fits: "Apple iPhone 15",
  }),
  small("Чехол-книжка для Samsung Galaxy A55", ["cases"], "Samsung", [459, "UAH"], 38, {
    color: "Чорний",
    fits: "Samsung Galaxy A55 5G",
  }),
  small('Сумка HP для ноутбука 15.6"', ["cases", "sale"], "HP", [25, "USD"], 20, {
    weight: 0.55,
    color: "Чорний",
    fits: 'Ноутбуки до 15.6"',
  }),
  small("Зарядное устройство Anker 735 GaN 65W", ["chargers"], "Anker", [1899, "UAH"], 26, {
    weight: 0.13,
    color: "Чорний",
  }),
  small("Зарядний пристрій Baseus 20W USB-C", ["chargers"], "Baseus", [549, "UAH"], 52, {
    weight: 0.05,
    color: "Білий",
    fits: "Apple iPhone 15, 16",
  }),
  small("Повербанк Xiaomi 20000 мА·год", ["chargers"], "Xiaomi", [1299, "UAH"], 31, {
    battery: 20000,
    weight: 0.44,
    color: "Чорний",
  }),
  small("Кабель Baseus USB-C – Lightning, 1 м", ["cables"], "Baseus", [299, "UAH"], 75, {
    color: "Білий",
    fits: "Apple iPhone SE",
  }),
  small("Кабель Anker PowerLine III USB-C, 1.8 м", ["cables"], "Anker", [449, "UAH"], 64, {
    color: "Чорний",
    fits: "USB-C 💻📱",
  }),
];

type LaptopFacts = readonly [
  screen: number,
  memory: string,
  disk: string,
  weight: number,
  system: string,
  color: string,
];
type PhoneFacts = readonly [
  screen: number,
  memory: string,
  disk: string,
  battery: number,
  system: string,
  color: string,
];

function laptop(name: string, topic: Topic, brand: Brand, usd: number, stock: number, facts: LaptopFacts): Good {
  const [screen, memory, disk, weight, system, color] = facts;
  return {
    name,
    topics: [topic],
    brand,
    provider: "warsaw",
    price: [usd, "USD"],
    cost: [zlotys(usd), "PLN"],
    stock,
    attributes: { screen, memory, disk, weight, system, color },
  };
}

function phone(
  name: string,
  topic: Topic,
  brand: Brand,
  usd: number,
  stock: number,
  facts: PhoneFacts,
  more: readonly Topic[] = [],
): Good {
  const [screen, memory, disk, battery, system, color] = facts;
  return {
    name,
    topics: [topic, ...more],
    brand,
    provider: topic === "tablets" ? "warsaw" : "dnipro",
    price: [usd, "USD"],
    cost: [Math.round(usd * 0.84), "USD"],
    stock,
    attributes: { screen, memory, disk, battery, system, color },
  };
}

function small(
  name: string,
  topics: readonly Topic[],
  brand: Brand,
  price: Good["price"],
  stock: number,
  attributes: Attributes,
): Good {
  const cost: Good["cost"] = [Math.round(price[0] * 0.7), price[1]];
  return { name, topics, brand, provider: price[1] === "UAH" ? "kyiv" : "odesa", price, cost, stock, attributes };
}

/** What the importer takes for a laptop of this price, in round zlotys. */
function zlotys(usd: number): number {
  return Math.round((usd * 0.86 * 3.7) / 10) * 10;
}
