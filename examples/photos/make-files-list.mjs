import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Matches folders named by article with the goods of a table and writes the list of MELBIS_AGENT_IMPORT_FILES: the front is
 * the main photo, the rest are more. usage: make-files-list.mjs <goods.jsonl> <folder> <files.json>
 */
const MAIN = /^front\./i;
const [table, folder, output] = process.argv.slice(2);
if (output === undefined) {
  process.stderr.write("node make-files-list.mjs <goods.jsonl> <folder> <files.json>\n");
  process.exit(2);
}
const goods = readFileSync(table, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const idOf = new Map(goods.map(({ code_shop: article, id }) => [article, id]));
const twice = goods.map(({ code_shop: article }) => article).filter((article, at, all) => all.indexOf(article) !== at);
if (twice.length > 0) {
  process.stderr.write(`Several goods have the article ${twice.join(", ")}: nothing was written.\n`);
  process.exit(1);
}
const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const files = folders
  .filter(({ name: article }) => idOf.has(article))
  .flatMap(({ name: article }) =>
    readdirSync(join(folder, article))
      .sort()
      .map((file) => ({
        file: resolve(folder, article, file),
        entity: "store",
        elem_id: idOf.get(article),
        kind_key: MAIN.test(file) ? "kBase" : "kSide",
        real_name: `${article} ${file}`,
      })),
  );
writeFileSync(output, `${JSON.stringify(files, undefined, 1)}\n`);
const nobodys = folders.map(({ name }) => name).filter((article) => !idOf.has(article));
process.stdout.write(
  `${output}: ${files.length} files${nobodys.length > 0 ? `; folders of no good: ${nobodys.join(", ")}` : ""}\n`,
);
