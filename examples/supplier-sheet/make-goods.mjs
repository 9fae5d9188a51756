import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "csv-parse/sync";

/** Turns a supplier's sheet into the fields of MELBIS_AGENT_IMPORT_GOODS. Exits with 1 and says what it does not know. */
const USAGE = `node make-goods.mjs <goods.json> [--sheet <csv>] [--stock "words=number"]…

  <goods.json>  the file to write, for params_source
  --stock       how many the supplier means by words in the column of the stock, such as "під замовлення=0"`;

/** What the sheet calls its columns, both rows of the head together, and where they go. */
const COLUMNS = {
  Артикул: "code_shop",
  Штрихкод: "code_made",
  Найменування: "name",
  Бренд: "brand_id",
  "Ціна, грн: опт": "pprice",
  "Ціна, грн: роздріб": "price",
  "Залишок: шт.": "how",
};
const ATTRIBUTES = { "Характеристики: Колір": "color", "Характеристики: Сумісність": "fits" };

const options = readOptions();
const problems = [];
const goods = [];
const info = [];
const { columns, lines } = readSheet(options.sheet);
let section = "";
for (const { cells, line } of lines) {
  const filled = cells.filter((cell) => cell !== "").length;
  if (filled === 1 && cells[0] !== "") section = cells[0];
  if (filled > 1) addGood(cells, line);
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\nNothing was written.\n`);
  process.exit(1);
}
writeFileSync(options.output, `${JSON.stringify(importFields(), undefined, 1)}\n`);
process.stdout.write(`${options.output}: ${goods.length} goods, ${info.length} values of attributes\n`);

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { sheet: { type: "string" }, stock: { type: "string", multiple: true } },
    });
    if (positionals.length !== 1) throw new Error("Name one file to write.");
    const words = (values.stock ?? []).map((pair) => /^(.+)=([0-9]+)$/.exec(pair) ?? []);
    if (words.some((match) => match.length === 0)) throw new Error('--stock takes "words=number".');
    return {
      output: positionals[0],
      sheet: values.sheet ?? new URL("dnipro-import.csv", import.meta.url),
      stock: new Map(words.map(([, word, number]) => [word, number])),
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    process.exit(2);
  }
}

/** The names of the columns from the two rows of the head, and the rows below them; what stands above is passed over. */
function readSheet(path) {
  const bytes = readFileSync(path);
  const rows = parse(new TextDecoder("windows-1251", { fatal: true }).decode(bytes), {
    delimiter: ";",
    relax_column_count: true,
    info: true,
    trim: true,
  }).map(({ record, info: { lines: line } }) => ({ cells: record, line }));
  const head = rows.findIndex(({ cells }) => cells[0] === "Артикул");
  if (head === -1) {
    problems.push("There is no row that starts with Артикул.");
    return { columns: [], lines: [] };
  }

  let group = "";
  const columns = rows[head].cells.map((name, at) => {
    const part = rows[head + 1]?.cells[at] ?? "";
    if (name !== "") group = name;
    return part === "" ? name : `${group}: ${part}`;
  });
  const known = [...Object.keys(COLUMNS), ...Object.keys(ATTRIBUTES)];
  for (const name of known.filter((one) => !columns.includes(one))) problems.push(`The sheet has no column ${name}.`);
  for (const name of columns.filter((one) => !known.includes(one))) problems.push(`${name} is a column nobody knows.`);
  return { columns, lines: rows.slice(head + 2) };
}

/** Articles and barcodes stay the texts they are: 0017 is no 17, and 90.750 no 90.75. */
function addGood(cells, line) {
  const said = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""]));
  const good = { ref: said.Артикул, topic_id: section };
  for (const [name, column] of Object.entries(COLUMNS)) good[column] = said[name];
  good.pprice = readSum(good.pprice, line);
  good.price = readSum(good.price, line);
  good.how = readStock(good.how);
  if (/E\+/.test(good.code_made)) {
    process.stdout.write(`line ${line}: a spreadsheet has spoilt the barcode ${good.code_made}; it is left out\n`);
    good.code_made = null;
  }
  goods.push(good);
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    if (said[name] !== "") info.push({ ref: good.ref, info_id: attribute, value_txt: said[name] });
  }
}

/** 1 234,50, with a plain space or one that does not break, is 1234.50. */
function readSum(text, line) {
  const plain = text.replace(/(?<=[0-9])[ \u00A0](?=[0-9]{3})/g, "");
  const sum = /^[0-9]+,[0-9]{2}$/.test(plain) ? plain.replace(",", ".") : "";
  if (sum === "") problems.push(`line ${line}: ${text} is no sum like 1 234,50.`);
  return sum;
}

/** "> 50" is at least fifty. Other words go as they are: the shop refuses what it does not understand. */
function readStock(text) {
  return options.stock.get(text) ?? text.replace(/^> ?(?=[0-9]+$)/, "");
}

function importFields() {
  return {
    store_provider_id: "dnipro",
    store_meas: "шт",
    store_kind_key: "kGoods",
    store_state_key: "kNew",
    store_price_curr_id: "UAH",
    store_pprice_curr_id: "UAH",
    goods,
    info,
  };
}
