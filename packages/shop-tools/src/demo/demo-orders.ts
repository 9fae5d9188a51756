import { BRANDS, HRYVNIAS_A_DOLLAR, idIn, PROVIDERS } from "./demo-catalog.ts";
import { GOODS } from "./demo-goods-list.ts";
import type { Row, Tables } from "./shop-database.ts";

const CLIENTS = ["a.shevchenko", "marta.k", "d.orlov", "j.kowalski", "nina2026"] as const;

/** The buyer's place in the list, the day, then goods by their place in theirs with the amount. */
const ORDERS: readonly [client: number, day: string, lines: readonly (readonly [good: number, amount: number])[]][] = [
  [
    1,
    "2026-04-02 09:41:00",
    [
      [19, 1],
      [35, 2],
      [39, 1],
    ],
  ],
  [2, "2026-04-11 18:05:30", [[27, 1]]],
  [
    3,
    "2026-04-25 12:10:00",
    [
      [7, 1],
      [37, 1],
    ],
  ],
  [1, "2026-05-03 20:59:12", [[28, 1]]],
  [
    4,
    "2026-05-09 10:00:00",
    [
      [2, 1],
      [38, 1],
      [42, 2],
    ],
  ],
  [5, "2026-05-17 15:33:47", [[34, 3]]],
  [
    2,
    "2026-05-28 08:15:00",
    [
      [13, 1],
      [36, 1],
    ],
  ],
  [4, "2026-06-01 11:45:20", [[24, 1]]],
  [
    3,
    "2026-06-06 16:20:00",
    [
      [41, 4],
      [40, 1],
    ],
  ],
  [
    5,
    "2026-06-14 22:02:09",
    [
      [21, 1],
      [39, 1],
    ],
  ],
  [1, "2026-06-20 13:37:00", [[32, 1]]],
  [
    4,
    "2026-06-27 09:09:09",
    [
      [8, 1],
      [29, 1],
    ],
  ],
];

const TASKS: readonly [user: number, by: number, kind: string, state: string, time: string, name: string][] = [
  [0, 2, "kContent", "kAtWork", "2026-06-15 09:00:00", "Дописать описания чехлов"],
  [0, 0, "kContent", "kNew", "2026-06-22 09:00:00", "Фото для Galaxy Watch7"],
  [0, 1, "kContent", "kDone", "2026-06-03 14:30:00", "Перекласти назви кабелів"],
  [1, 1, "kCall", "kNew", "2026-06-28 10:00:00", "Передзвонити d.orlov щодо повербанка"],
  [1, 2, "kPrices", "kAtWork", "2026-06-25 17:00:00", "Обновить курсы валют на июнь"],
  [2, 2, "kCall", "kDone", "2026-06-18 11:15:00", "Call Wisła Electronics about laptop delivery"],
  [2, 1, "kPrices", "kNew", "2026-06-30 09:00:00", "Check prices of iPhone accessories 📱"],
];

/** Buyers with their orders, and the staff's tasks with notes. `userIds` are those of olena, ivan and maria. */
export function demoOrders(userIds: readonly number[]): Tables {
  return {
    client_group: [
      { id: 1, skey: "retail", name: "Роздріб", price_num: 1, pos: 1 },
      { id: 2, skey: "regular", name: "Постоянные покупатели", price_num: 2, pos: 2 },
    ],
    client: CLIENTS.map((login, at) => ({
      id: at + 1,
      group_id: at % 2 === 0 ? 2 : 1,
      login,
      reg_date: `2025-0${at + 3}-12 12:00:00`,
      last_date: "2026-06-30 12:00:00",
    })),
    orders: ORDERS.map(([, day], at) => ({ id: at + 1, code: `UA-${1001 + at}`, version_id: at + 1, date_time: day })),
    orders_version: ORDERS.map(([client, day, lines], at) => ({
      id: at + 1,
      order_id: at + 1,
      user_id: userIds[1 + (at % 2)] ?? null,
      client_id: client,
      date_time: day,
      total_sum: cents(lines.reduce((sum, [good, amount]) => sum + inDollars(good) * amount, 0)),
    })),
    orders_store: ORDERS.flatMap(([, , lines], at) => lines.map((line, place) => orderLine(at + 1, line, place + 1))),
    user_task: TASKS.map(([user, by, kind, state, time, name], at) => ({
      id: at + 1,
      user_id: userIds[user] ?? null,
      exec_id: userIds[by] ?? null,
      name,
      kind_key: kind,
      state_key: state,
      date_time: time,
    })),
    user_task_note: [
      {
        id: 1,
        task_id: 1,
        user_id: userIds[0] ?? null,
        content: "Осталось четыре чехла",
        date_time: "2026-06-16 10:20:00",
      },
      {
        id: 2,
        task_id: 5,
        user_id: userIds[1] ?? null,
        content: "Беру курс за 1 июня",
        date_time: "2026-06-25 17:05:00",
      },
      {
        id: 3,
        task_id: 6,
        user_id: userIds[2] ?? null,
        content: "Arrives on July 2",
        date_time: "2026-06-18 11:40:00",
      },
    ],
  };
}

/** At the shop's own rate. */
function inDollars(good: number): number {
  const [sum, currency] = GOODS[good - 1]?.price ?? [0, "USD"];
  return currency === "UAH" ? cents(sum / HRYVNIAS_A_DOLLAR) : sum;
}

function cents(sum: number): number {
  return Math.round(sum * 100) / 100;
}

function orderLine(version: number, [good, amount]: readonly [number, number], pos: number): Row {
  const sold = GOODS[good - 1];
  return {
    version_id: version,
    store_id: good,
    store_provider_id: sold === undefined ? null : idIn(PROVIDERS, sold.provider),
    store_brand_id: sold === undefined ? null : idIn(BRANDS, sold.brand),
    store_price: inDollars(good),
    store_how: sold?.stock ?? 0,
    store_code_shop: String(good).padStart(5, "0"),
    store_meas: "шт",
    store_name: sold?.name ?? "",
    out_price: inDollars(good),
    amount,
    pos,
  };
}
