import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { registryRefusals } from "@prilavok/protocol";
import type { BuildFailure } from "esbuild";

/**
 * The names a module exports, those it passes on from its own files included, read from its text: nothing of it is run.
 * A module with an error in it is refused with the first one and its line. Its relative imports are looked for from `standsIn`.
 */
export async function readModuleExports(
  modulePath: string,
  standsIn: string = dirname(modulePath),
): Promise<{ readonly names: readonly string[] } | { readonly refusal: string }> {
  const { build } = await import("esbuild");
  try {
    const { metafile } = await build({
      stdin: {
        contents: await readFile(modulePath),
        resolveDir: standsIn,
        sourcefile: basename(modulePath),
        loader: /ts$/.test(modulePath) ? "ts" : "js",
      },
      absWorkingDir: standsIn,
      outfile: "unit.mjs",
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
      packages: "external",
      tsconfigRaw: "{}",
      logLevel: "silent",
    });
    return { names: Object.values(metafile.outputs).flatMap((output) => output.exports) };
  } catch (failure) {
    const error = isBuildFailure(failure) ? failure.errors[0] : undefined;
    if (error === undefined) throw failure;
    const place = error.location === null ? "" : `${error.location.file} line ${error.location.line}: `;
    return { refusal: registryRefusals.notBuilt(place + error.text) };
  }
}

function isBuildFailure(failure: unknown): failure is BuildFailure {
  return failure instanceof Error && "errors" in failure && Array.isArray(failure.errors);
}
