import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/**
 * The photographer: draws two photos of every good of a table into a folder by its article, as a camera would leave them -
 * large, some of them turned, `front.jpg` in every folder. usage: make-photos.mjs <goods.jsonl> <folder>
 */
const [table, folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("node make-photos.mjs <goods.jsonl> <folder>\n");
  process.exit(2);
}
const goods = readFileSync(table, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
for (const [at, { code_shop: article, name }] of goods.entries()) {
  mkdirSync(join(folder, article), { recursive: true });
  await draw(name, `hsl(${at * 37} 45% 78%)`, at % 3 === 0 ? 6 : 1, join(folder, article, "front.jpg"));
  await draw(`${name}, збоку`, `hsl(${at * 37} 45% 58%)`, 1, join(folder, article, "side.jpg"));
}
writeFileSync(join(folder, goods[0].code_shop, "certificate.pdf"), "%PDF-1.4\n%%EOF\n");
mkdirSync(join(folder, "9999"), { recursive: true });
await draw("Чий це товар?", "hsl(0 0% 80%)", 1, join(folder, "9999", "front.jpg"));
process.stdout.write(`${folder}: ${goods.length * 2 + 1} photos and a certificate\n`);

/** A camera held upright writes the picture lying and says so (orientation 6). */
async function draw(name, colour, orientation, file) {
  const [width, height] = orientation === 6 ? [1200, 1600] : [1600, 1200];
  const lines = name.match(/.{1,26}(?:\s|$)/g) ?? [name];
  const text = lines
    .map((line, at) => `<tspan x="80" dy="${at === 0 ? 0 : 72}">${escapeXml(line.trim())}</tspan>`)
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="white"/>
    <rect x="60" y="60" width="${width - 120}" height="${height - 420}" rx="60" fill="${colour}"/>
    <circle cx="${width / 2}" cy="${(height - 300) / 2}" r="180" fill="white" fill-opacity="0.5"/>
    <text x="80" y="${height - 240}" font-family="DejaVu Sans, Arial, sans-serif" font-size="60">${text}</text></svg>`;
  const upright = await sharp(Buffer.from(svg)).png().toBuffer();
  const stored = sharp(upright).rotate(orientation === 6 ? -90 : 0);
  await stored
    .withExif({ IFD0: { Make: "Prilavok example" } })
    .withMetadata({ orientation })
    .jpeg({ quality: 88 })
    .toFile(file);
}

function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
