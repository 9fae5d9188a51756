import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** Turns the newest month of the rates into a file for tool_pool's pool_source. Exits with 1 and says what does not match. */
const UNIT = "MELBIS_AGENT_CURRENCY";
const BASE = { code: "USD", name: "US Dollar", rate: "1" };
const USAGE = `node make-rates-pool.mjs <pool.json> [--have <currency.jsonl>] [--rates <csv>] [--codes <csv>] [--countries <json>]

  <pool.json>  the file to write
  --have       the table of CmdList: a currency the store has is given its rate by CmdUpdate, a base currency is left alone`;

const options = readOptions();
const problems = [];
const rates = newestMonth(readCsv(options.rates, ["Date", "Country", "Exchange rate"]));
const codes = readCsv(options.codes, ["Entity", "Currency", "AlphabeticCode", "WithdrawalDate"]);
const countries = JSON.parse(readText(options.countries));
const known = options.have === undefined ? new Map() : knownCurrencies(options.have);
const currencies = [BASE, ...currenciesOf(rates)];
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\nNothing was written.\n`);
  process.exit(1);
}
const pool = poolOf(currencies);
writeFileSync(options.output, `${JSON.stringify(pool, null, 1)}\n`);
process.stdout.write(`${options.output}: ${pool.length} steps with the rates of ${rates.month}\n`);

function readOptions() {
  const beside = (file) => new URL(file, import.meta.url);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        have: { type: "string" },
        rates: { type: "string" },
        codes: { type: "string" },
        countries: { type: "string" },
      },
    });
    if (positionals.length !== 1) throw new Error("Name one file to write.");
    return {
      output: positionals[0],
      have: values.have,
      rates: values.rates ?? beside("exchange-rates-monthly-2025-2026.csv"),
      codes: values.codes ?? beside("iso-4217-codes.csv"),
      countries: values.countries ?? beside("country-mapping.json"),
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    process.exit(2);
  }
}

function readText(path) {
  return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
}

/** The rows of a CSV file (RFC 4180) as objects by the names in its first line. */
function readCsv(path, columns) {
  const [head, ...lines] = parseCsv(readText(path));
  const missing = columns.filter((column) => !head?.includes(column));
  if (missing.length > 0) problems.push(`${path} has no column ${missing.join(", ")}.`);
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, (cells[at] ?? "").trim()])));
}

function parseCsv(text) {
  const lines = [];
  let cells = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") lines.push(cells);
    cells = [];
  }
  return lines;
}

function newestMonth(rows) {
  const month = rows
    .map((row) => row.Date)
    .sort()
    .at(-1);
  if (month === undefined) problems.push("The rates hold no month.");
  return { month, rows: rows.filter((row) => row.Date === month) };
}

/** A currency once, however many countries share it; the order is the rates' own. */
function currenciesOf({ rows }) {
  const byCode = new Map();
  for (const { Country: country, "Exchange rate": rate } of rows) {
    const iso = findCurrency(country);
    if (iso === undefined) continue;
    const { AlphabeticCode: code, Currency: name } = iso;
    const before = byCode.get(code);
    if (before !== undefined && Number(before.rate) !== Number(rate)) {
      problems.push(`${country}: ${code} has the rate ${rate} here and ${before.rate} elsewhere in the month.`);
    }
    if (!/^[0-9]{1,6}(\.[0-9]{1,4})?$/.test(rate) || Number(rate) === 0) {
      problems.push(
        `${country}: the rate ${rate} is no number that currency.multiplex keeps (six digits, point, four digits).`,
      );
    }
    if ([...name].length > 32)
      problems.push(`${country}: the name ${name} is longer than the 32 characters of currency.name.`);
    if (code !== BASE.code) byCode.set(code, { code, name, rate });
  }
  return [...byCode.values()];
}

/** The one currency in use of a country: by its ISO name, or by the mapping where that names none or several. */
function findCurrency(country) {
  const inUse = codes.filter((row) => row.WithdrawalDate === "" && row.AlphabeticCode !== "");
  const mapped = countries[country];
  const found = inUse.filter((row) =>
    mapped === undefined
      ? row.Entity === country.toUpperCase()
      : row.Entity === mapped.entity && row.AlphabeticCode === mapped.code,
  );
  if (found.length === 1) return found[0];
  const seen = found.length === 0 ? "no ISO 4217 entity" : found.map((row) => row.AlphabeticCode).join(", ");
  problems.push(`${country} matches ${seen}: name its entity and code in the country mapping.`);
  return undefined;
}

/** Code → id of what the store has. */
function knownCurrencies(path) {
  const rows = readText(path)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const twice = rows.map((row) => row.skey).filter((skey, at, all) => skey !== "" && all.indexOf(skey) !== at);
  for (const skey of new Set(twice)) problems.push(`The store has several currencies ${skey}: name one of them first.`);
  return new Map(rows.map((row) => [row.skey, row.id]));
}

function poolOf(list) {
  const steps = list.filter(({ code }) => code !== BASE.code || !known.has(code)).map(stepOf);
  const data = list.map(({ code }) => ({ id: known.get(code) ?? `@${code.toLowerCase()}.id` }));
  return [...steps, { name: "order", unit: UNIT, command: "CmdPos", params: { type: "POS", data } }];
}

function stepOf({ code, name, rate }) {
  const rates = { multiplex: Number(rate), division: true };
  const work = known.has(code)
    ? { command: "CmdUpdate", params: { id: known.get(code), ...rates } }
    : { command: "CmdAdd", params: { skey: code, name, ...rates } };
  return { name: code.toLowerCase(), unit: UNIT, ...work };
}
