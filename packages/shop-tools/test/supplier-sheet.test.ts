import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DemoStore } from "./demo-store.ts";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const sheet = readFileSync(join(examples, "supplier-sheet", "dnipro-import.csv"));

let folder: string;
let store: DemoStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prilavok-sheet-"));
  store = await DemoStore.create({ demo: true });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const run = (script: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(examples, script), ...args], { cwd: folder });

async function makeGoods(...options: string[]): Promise<Record<string, unknown>> {
  await run("supplier-sheet/make-goods.mjs", "goods.json", ...options);
  return JSON.parse(readFileSync(join(folder, "goods.json"), "utf8"));
}

const importGoods = (params: Readonly<Record<string, unknown>>) =>
  store.call({ unit: "MELBIS_AGENT_IMPORT_GOODS", command: "CmdAdd", params });

it("a supplier's sheet is refused by the row that is not understood, then added whole", async () => {
  const refused = await importGoods(await makeGoods());
  expect(refused.message).toMatch(/^Nothing was written: 1 thing is wrong\ngoods \[0021\]: The \[how\] takes/);

  const answer = await importGoods(await makeGoods("--stock", "під замовлення=0"));
  expect(answer.message).toBe("10 goods are added");
  const rows = await store.db.all(
    "SELECT code_shop, code_made, name, pprice, price, how FROM {DBNICK}_store WHERE id > 42 ORDER BY id",
  );
  expect(rows.slice(1, 4)).toEqual([
    {
      code_shop: "0018",
      code_made: "4820000000024",
      name: "Кабель Baseus USB-C – Lightning, 2 м",
      pprice: 310.5,
      price: 449,
      how: 50,
    },
    {
      code_shop: "90.750",
      code_made: "4820000000031",
      name: 'Кабель Anker "Bio", 1 м',
      pprice: 410,
      price: 599,
      how: 18,
    },
    { code_shop: "0021", code_made: "", name: "Кабель Samsung USB-C 100 Вт", pprice: 365, price: 529.9, how: 0 },
  ]);
  expect(rows[5]).toMatchObject({ code_shop: "0101", pprice: 1120, price: 1599 });
});

it.each([
  ["a column nobody knows", "Бренд;", "Марка;", "Марка is a column nobody knows."],
  ["a sum that is none", "349,00;120", "349.00;120", "line 8: 349.00 is no sum like 1 234,50."],
  ["no head", "Артикул;", "Код;", "There is no row that starts with Артикул."],
])("the script writes nothing for a sheet with %s", async (_, from, to, text) => {
  const changed = new TextDecoder("windows-1251").decode(sheet).replace(from, to);
  const bytes = Buffer.from([...changed].map((letter) => bytesOf.get(letter) ?? 0x3f));
  writeFileSync(join(folder, "odd.csv"), bytes);
  const failed = await run("supplier-sheet/make-goods.mjs", "odd.json", "--sheet", "odd.csv").catch(
    (error: { stderr: string }) => error,
  );
  expect(failed.stderr).toContain(text);
  expect(readdirSync(folder)).not.toContain("odd.json");
});

it("photos in folders named by article are listed for their goods", async () => {
  const goods = [
    { id: 7, code_shop: "0017", name: "Кабель" },
    { id: 8, code_shop: "90.750", name: "Чохол «Їжак» & <Co>" },
  ];
  writeFileSync(join(folder, "goods.jsonl"), goods.map((row) => `${JSON.stringify(row)}\n`).join(""));
  mkdirSync(join(folder, "photos"));
  await run("photos/make-photos.mjs", "goods.jsonl", "photos");
  const { stdout } = await run("photos/make-files-list.mjs", "goods.jsonl", "photos", "files.json");
  expect(stdout).toBe("files.json: 5 files; folders of no good: 9999\n");
  const files: Readonly<Record<string, unknown>>[] = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
  expect(files.map(({ elem_id, kind_key, real_name }) => [elem_id, kind_key, real_name])).toEqual([
    [7, "kSide", "0017 certificate.pdf"],
    [7, "kBase", "0017 front.jpg"],
    [7, "kSide", "0017 side.jpg"],
    [8, "kBase", "90.750 front.jpg"],
    [8, "kSide", "90.750 side.jpg"],
  ]);
});

/** The bytes of windows-1251 by letter. */
const bytesOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder("windows-1251").decode(Buffer.from([byte])), byte]),
);
