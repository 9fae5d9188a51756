import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BuildFailure, BuildOptions, Metafile, Plugin } from "esbuild";

/** A unit as one ES module, and the absolute paths it was made of. */
export interface BuiltUnit {
  readonly code: string;
  /** The unit's file and every file it imports. */
  readonly sources: readonly string[];
  /** Files that tell which installed packages it imports; packages stay outside the bundle. */
  readonly packages: readonly string[];
}

/** Core's own SDK: a module gets this one, whatever the store has installed. */
export const SDK_FILE = fileURLToPath(import.meta.resolve("@prilavok/sdk"));

/** Packages that come with Core for the modules of stores that have not installed their own: name → the file to import. */
const SHIPPED_PACKAGES: ReadonlyMap<string, string> = new Map([["sharp", import.meta.resolve("sharp")]]);

/**
 * Builds the unit in `entry` into a module that stands in `outDir`; an error in the source comes as its first
 * line with its place. `import.meta.url` is the unit's own file, also in the files it imports.
 */
export async function buildUnit(
  storeDir: string,
  entry: string,
  outDir: string,
): Promise<BuiltUnit | { readonly error: string }> {
  try {
    const { outputFiles, metafile } = await buildOnLiveService(unitOptions(storeDir, entry, outDir));
    return {
      code: outputFiles[0]?.text ?? "",
      sources: [entry, ...Object.keys(metafile.inputs).map((input) => resolve(storeDir, input))],
      packages: importedPackages(metafile).flatMap((imported) => packageFiles(storeDir, imported)),
    };
  } catch (failure) {
    if (!isBuildFailure(failure)) throw failure;
    return { error: firstError(failure) };
  }
}

function unitOptions(storeDir: string, entry: string, outDir: string) {
  return {
    entryPoints: [entry],
    outfile: join(outDir, "unit.mjs"),
    absWorkingDir: storeDir,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    packages: "external",
    sourcemap: "inline",
    sourcesContent: false,
    tsconfigRaw: "{}",
    define: {
      "import.meta.url": JSON.stringify(pathToFileURL(entry).href),
      "import.meta.filename": JSON.stringify(entry),
      "import.meta.dirname": JSON.stringify(dirname(entry)),
    },
    plugins: [ownSdk, shippedPackages(storeDir)] as Plugin[],
    logLevel: "silent",
  } as const satisfies BuildOptions;
}

const ownSdk: Plugin = {
  name: "own-sdk",
  setup({ onResolve }) {
    onResolve({ filter: /^@prilavok\/sdk$/ }, () => ({ path: SDK_FILE }));
  },
};

function shippedPackages(storeDir: string): Plugin {
  return {
    name: "shipped-packages",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) => {
        const shipped = SHIPPED_PACKAGES.get(path);
        if (shipped === undefined || existsSync(packageJson(storeDir, path))) return undefined;
        return { path: shipped, external: true };
      });
    },
  };
}

/** esbuild works in a process of its own and does not notice by itself that somebody ended it. */
async function buildOnLiveService(options: ReturnType<typeof unitOptions>) {
  const { build, stop } = await import("esbuild");
  try {
    return await build(options);
  } catch (failure) {
    if (isBuildFailure(failure)) throw failure;
    await stop();
    return await build(options);
  }
}

function isBuildFailure(failure: unknown): failure is BuildFailure {
  return failure instanceof Error && "errors" in failure && Array.isArray(failure.errors);
}

function firstError({ errors, message }: BuildFailure): string {
  const first = errors[0];
  if (first === undefined) return message;
  const { location, text } = first;
  return location === null ? text : `${location.file}:${location.line}:${location.column + 1}: ${text}`;
}

/** What the outputs import from outside: bare specifiers, and the URLs of shipped packages. */
function importedPackages(metafile: Metafile): string[] {
  const specifiers = Object.values(metafile.outputs)
    .flatMap((output) => output.imports)
    .filter((imported) => imported.external === true && !isBuiltin(imported.path))
    .map((imported) => imported.path);
  return [...new Set(specifiers)];
}

/** A shipped package gives way as soon as the store has its own, so that place is watched too. */
function packageFiles(storeDir: string, specifier: string): string[] {
  const shipped = [...SHIPPED_PACKAGES].find(([, url]) => url === specifier);
  if (shipped !== undefined) return [packageJson(storeDir, shipped[0]), fileURLToPath(specifier)];
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return [packageJson(storeDir, name)];
}

function packageJson(storeDir: string, name: string): string {
  return join(storeDir, "node_modules", name, "package.json");
}
