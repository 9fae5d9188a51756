import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../../../examples/exchange-rates/make-rates-pool.mjs", import.meta.url));

interface Step {
  readonly name: string;
  readonly unit: string;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prilavok-rates-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): string {
  writeFileSync(join(folder, file), text);
  return join(folder, file);
}

async function makePool(...options: string[]): Promise<Step[]> {
  const output = join(folder, "pool.json");
  await promisify(execFile)(process.execPath, [script, output, ...options]);
  return JSON.parse(readFileSync(output, "utf8"));
}

/** The exit code and what was said; nothing may have been written. */
async function failure(...options: string[]): Promise<{ code: number; stderr: string }> {
  const failed = await makePool(...options).then(
    () => ({ code: 0, stderr: "" }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(readdirSync(folder)).not.toContain("pool.json");
  return failed;
}

describe("make-rates-pool", () => {
  it("makes a CmdAdd for each currency of the newest month and a CmdPos that refers to them", async () => {
    const pool = await makePool();
    expect(pool).toHaveLength(25);
    expect(pool[0]).toEqual({
      name: "usd",
      unit: "MELBIS_AGENT_CURRENCY",
      command: "CmdAdd",
      params: { skey: "USD", name: "US Dollar", multiplex: 1, division: true },
    });
    expect(pool.find((step) => step.name === "eur")?.params).toEqual({
      skey: "EUR",
      name: "Euro",
      multiplex: 0.8684,
      division: true,
    });
    expect(pool.map((step) => step.params.skey)).toEqual(
      expect.arrayContaining(["KRW", "TWD", "GBP", "VES", "MXN", "CHF", "HKD"]),
    );
    expect(pool.at(-1)).toMatchObject({ name: "order", command: "CmdPos", params: { type: "POS" } });
    expect(pool.at(-1)?.params.data).toEqual(pool.slice(0, -1).map((step) => ({ id: `@${step.name}.id` })));
  });

  it("leaves the base currency of a store alone and gives others their new rates", async () => {
    const have = write("currency.jsonl", '{"id":"1","skey":"USD"}\n{"id":"7","skey":"EUR"}\n{"id":"9","skey":"UAH"}\n');
    const pool = await makePool("--have", have);
    expect(pool.map((step) => step.name)).not.toContain("usd");
    expect(pool.find((step) => step.name === "eur")).toMatchObject({
      command: "CmdUpdate",
      params: { id: "7", multiplex: 0.8684, division: true },
    });
    expect(pool.at(-1)?.params.data).toEqual(expect.arrayContaining([{ id: "1" }, { id: "7" }, { id: "@aud.id" }]));
  });

  it("takes a currency that several countries share once", async () => {
    const rates = write(
      "rates.csv",
      "\uFEFFDate,Country,Exchange rate\r\n2026-06-01,Norway,9.5\r\n2026-06-01,Bouvet Island,9.5000\r\n",
    );
    const pool = await makePool("--rates", rates);
    expect(pool.map((step) => step.name)).toEqual(["usd", "nok", "order"]);
  });

  it.each([
    ["Narnia,1.5", "Narnia matches no ISO 4217 entity"],
    ["Panama,1", "Panama matches PAB, USD"],
    ['Norway,"9,5"', "Norway: the rate 9,5 is no number that currency.multiplex keeps"],
    ["Norway,0.00001", "Norway: the rate 0.00001 is no number"],
    ["Norway,0", "Norway: the rate 0 is no number"],
    ["Norway,9.5\n2026-06-01,Bouvet Island,9.6", "Bouvet Island: NOK has the rate 9.6 here and 9.5 elsewhere"],
  ])("writes nothing and exits with 1 for %j", async (line, message) => {
    const rates = write("rates.csv", `Date,Country,Exchange rate\n2026-05-01,Nowhere,x\n2026-06-01,${line}\n`);
    const { code, stderr } = await failure("--rates", rates);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  it("exits with 1 for a mapping that leads nowhere and for columns that are not there", async () => {
    const countries = write("countries.json", '{"Euro": {"entity": "EUROPEAN UNION", "code": "XXX"}}');
    expect((await failure("--countries", countries)).stderr).toContain("Euro matches no ISO 4217 entity");
    const rates = write("rates.csv", "Day;Country;Rate\n");
    expect((await failure("--rates", rates)).stderr).toContain("has no column Date, Country, Exchange rate");
  });

  it("exits with 2 for wrong usage", async () => {
    expect(await failure("--nothing")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("node make-rates-pool.mjs"),
    });
  });
});
