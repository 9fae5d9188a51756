import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import { root, say } from "./run.mjs";

/** Which packages a package may import; everything else of ours is out of its reach. */
const PACKAGES = {
  protocol: [],
  sdk: ["protocol"],
  engine: ["protocol", "sdk"],
  "mcp-server": ["protocol"],
  "shop-tools": ["protocol", "sdk"],
  console: ["protocol"],
  prilavok: ["protocol", "sdk", "engine", "mcp-server", "shop-tools", "console"],
  faults: [],
};

/** The engine's folders: a file imports from its own folder and from lower ones. Files at the root of src see all. */
const ENGINE_LEVELS = {
  http: 6,
  call: 5,
  registry: 3,
  access: 3,
  attachments: 3,
  steps: 3,
  modules: 3,
  activity: 3,
  backup: 4,
  export: 4,
  store: 2,
  sql: 1,
  process: 0,
};

/** Who alone may import a library. */
const KEPT_TO = [
  {
    library: /^(better-sqlite3|mariadb|mysql2)(\/|$)/,
    where: /^packages\/(engine\/src\/sql\/(sqlite|mariadb|mysql)|faults\/)/,
  },
  { library: /^(fastify$|@fastify\/|prom-client$)/, where: /^packages\/engine\/src\/http\// },
  { library: /^@modelcontextprotocol\//, where: /^packages\/mcp-server\// },
];

const JUNK_DRAWER = /(^|\/)(utils?|helpers?|common|shared|misc)\/|\/(types|constants|utils?|helpers?)\.ts$/;
const MAX_LINES = 400;
const LONG_BY_NATURE = /\/refusals\/|\.generated\.ts$/;

/** Every breach of the layout in these files (`path` from the root, with `/`), one sentence each. */
export function findBreaches(files) {
  return files.flatMap(({ path, text }) => [
    ...layoutBreaches(path, text),
    ...importsOf(text).flatMap((specifier) => importBreaches(path, specifier)),
  ]);
}

function layoutBreaches(path, text) {
  const lines = text.split("\n").length - 1;
  return [
    ...(lines > MAX_LINES && !LONG_BY_NATURE.test(path) ? [`${path} has ${lines} lines; ${MAX_LINES} at most`] : []),
    ...(JUNK_DRAWER.test(path) ? [`${path} is a junk drawer: name the file after what it holds`] : []),
    ...(/\/src\/.+\/index\.ts$/.test(path) ? [`${path}: index.ts stands only at a package's root`] : []),
  ];
}

function importsOf(text) {
  return [
    ...text.matchAll(/^(?:import|export)\s[^"';]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"|^import\s+"([^"]+)"/gm),
  ].map((match) => match[1] ?? match[2] ?? match[3]);
}

function importBreaches(path, specifier) {
  const owner = path.split("/")[1];
  if (specifier.startsWith(".")) return folderBreaches(path, posix.join(posix.dirname(path), specifier), owner);
  const ours = /^(?:@prilavok\/([^/]+)|(prilavok))(?:\/|$)/.exec(specifier);
  const target = ours?.[1] ?? ours?.[2];
  if (target !== undefined) {
    return PACKAGES[owner]?.includes(target) ? [] : [`${path}: package ${owner} may not import ${specifier}`];
  }
  return KEPT_TO.filter((rule) => rule.library.test(specifier) && !rule.where.test(path)).map(
    () => `${path}: ${specifier} is kept to other files`,
  );
}

function folderBreaches(path, target, owner) {
  if (!target.startsWith(`packages/${owner}/src/`)) return [`${path}: ${target} is outside the package's src`];
  if (owner !== "engine") return [];
  const from = ENGINE_LEVELS[folderOf(path)];
  const to = ENGINE_LEVELS[folderOf(target)];
  if (folderOf(path) === undefined || folderOf(path) === folderOf(target)) return [];
  if (from === undefined) return [`${path}: the folder ${folderOf(path)} has no level in scripts/layers.mjs`];
  if (to !== undefined && to < from) return [];
  return [`${path}: ${folderOf(path)} may not import ${target}`];
}

/** The folder under src, nothing for a file at its root. */
function folderOf(path) {
  const parts = path.split("/");
  return parts.length > 4 ? parts[3] : undefined;
}

/** Checks the sources of every package; prints the breaches and answers an exit code. */
export function checkLayers() {
  const paths = readdirSync(`${root}packages`, { recursive: true })
    .map((path) => `packages/${path.replaceAll("\\", "/")}`)
    .filter((path) => /^packages\/[^/]+\/src\/.+\.ts$/.test(path) && !/\.test\.ts$/.test(path));
  const breaches = findBreaches(paths.map((path) => ({ path, text: readFileSync(root + path, "utf8") })));
  for (const breach of breaches) process.stdout.write(`${breach}\n`);
  if (paths.length === 0) say("no sources were found: the layers were not checked");
  return breaches.length > 0 || paths.length === 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = checkLayers();
