import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectStore, peakMiB } from "./client.mjs";
import { bareInserts } from "./import-goods-floor.mjs";
import { interleave, ms, report, times } from "./measure.mjs";

const GOODS = 10_000;
const COLORS = ["Чорний", "Білий", "Синій", "Зелений", "Сріблястий"];

/** A call of MELBIS_AGENT_IMPORT_GOODS beside the bare inserts of the rows it writes. Goal: at most 3 x their time. */
export async function importGoods({ store, database, folder, quick }) {
  const bareDatabase = join(folder, "bare.sqlite");
  copyFileSync(database, bareDatabase);
  writeFileSync(join(store, "goods.json"), JSON.stringify(supplierGoods()));
  const prilavok = await connectStore(store);
  const add = () =>
    prilavok.call("tool_run", {
      unit: "MELBIS_AGENT_IMPORT_GOODS",
      command: "CmdAdd",
      params_source: "goods.json",
    });
  const answer = await add();
  const { detail } = JSON.parse(answer.content[0].text);
  const bare = bareInserts(database, bareDatabase);
  const measured = await interleave(
    { bare: bare.insert, prilavok: add },
    { rounds: quick ? 3 : 9, warmUp: quick ? 1 : 2 },
  );
  const memory = peakMiB(prilavok.pid);
  await prilavok.close();
  bare.close();
  report(`${GOODS} goods in one call: ${bare.rows} rows of ${bare.tables.join(", ")}`, [
    ["way", "median", "p95", "of the bare inserts (goal 3.00)"],
    ["bare multi-row inserts", ms(measured.bare.median), ms(measured.bare.p95), ""],
    [
      "tool_run with params_source",
      ms(measured.prilavok.median),
      ms(measured.prilavok.p95),
      times(measured.prilavok.median / measured.bare.median),
    ],
  ]);
  console.log(
    `  ${JSON.stringify(detail)}; peak memory a process: ${memory.map((each) => `${each.toFixed(0)} MiB`).join(", ")}`,
  );
}

/** Goods as a supplier has them: twenty columns, a section, five attributes and two parameters each. */
function supplierGoods() {
  const numbers = Array.from({ length: GOODS }, (_, at) => at + 1);
  return {
    store_meas: "шт",
    store_kind_key: "kGoods",
    store_price_curr_id: "USD",
    store_pprice_curr_id: "PLN",
    code_mask: "IMP-{date}-{num:5}",
    goods: numbers.map((num) => ({
      ref: `r${num}`,
      name: `Смартфон Galaxy A${num} 5G ${128 * (1 + (num % 4))} GB`,
      topic_id: num % 5 === 0 ? ["android", "sale"] : "android",
      brand_id: "Samsung",
      provider_id: "dnipro",
      code_prov: `DNI-${num}`,
      code_made: `482${String(num).padStart(10, "0")}`,
      intro: "Официальная гарантия, доставка по Украине за 1–3 дня.",
      descr: `Екран ${num % 7} дюймів. У комплекті інструкція українською, кабель та чохол. `.repeat(5),
      how: num % 50,
      price: 199 + (num % 1000) + 0.5,
      pprice: 700 + (num % 1000),
      seo_title: `Galaxy A${num}`,
      in_xml: true,
      min_order: 1,
      step_order: 1,
    })),
    info: numbers.flatMap((num) => [
      { ref: `r${num}`, info_id: "screen", value_dec: 5 + (num % 20) / 10 },
      { ref: `r${num}`, info_id: "memory", value_txt: `${2 ** (num % 5)} GB` },
      { ref: `r${num}`, info_id: "battery", value_txt: String(3000 + (num % 20) * 100) },
      { ref: `r${num}`, info_id: "color", value_txt: COLORS[num % COLORS.length] },
      { ref: `r${num}`, info_id: "fits", value_txt: `USB-C, ${num % 65} W` },
    ]),
    param: numbers.flatMap((num) => [
      { ref: `r${num}`, param_id: "warranty", value_name: "12 месяцев" },
      { ref: `r${num}`, param_id: "warranty", value_name: "24 месяца" },
    ]),
  };
}
