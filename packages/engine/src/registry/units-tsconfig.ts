import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What the file begins with; one without it is the developer's own. */
export const UNITS_TSCONFIG_MARK = "// Written by `prilavok tool types`";

/**
 * The `tsconfig.json` of a store's `units/` on this computer: it tells editors and `tsc` where Prilavok's own SDK, Node's types and the
 * packages that come with Prilavok stand. Modules run without it.
 */
export function unitsTsconfig(): string {
  const nodeTypes = installed(import.meta.url, "@types/node/package.json");
  const config = {
    compilerOptions: {
      target: "es2023",
      module: "nodenext",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      ...(nodeTypes === undefined ? {} : { types: ["node"], typeRoots: [resolve(dirname(nodeTypes), "..")] }),
      paths: Object.fromEntries(
        ["@prilavok/sdk", "sharp"].flatMap((name) => {
          const types = typesOf(fileURLToPath(import.meta.resolve(name)));
          return types === undefined ? [] : [[name, [types]]];
        }),
      ),
    },
    include: ["**/*.ts", "**/*.mts"],
  };
  const head = `${UNITS_TSCONFIG_MARK} for this computer. Without this line it is yours and stays as it is.`;
  return `${head}\n${JSON.stringify(config, undefined, 2)}\n`;
}

/** The declarations beside a JavaScript file; a TypeScript file is its own. */
function typesOf(file: string): string | undefined {
  const beside = [file.replace(/\.m?js$/, ".d.ts"), join(dirname(file), "index.d.ts")];
  return file.endsWith(".ts") ? file : beside.find((path) => existsSync(path));
}

function installed(from: string, file: string): string | undefined {
  try {
    return createRequire(from).resolve(file);
  } catch {
    return undefined;
  }
}
