import { build } from "esbuild";
import { root, say } from "./run.mjs";

/**
 * The MCP server as one file, `dist/mcp-bundle.js`: an application starts it with every session, and each of its hundred
 * modules would cost milliseconds there. Core and native libraries stay as they are and are loaded when a store is opened.
 */
export async function bundleMcp() {
  say("bundling the MCP server");
  await build({
    entryPoints: [`${root}packages/prilavok/dist/mcp-command.js`],
    outdir: `${root}packages/prilavok/dist`,
    entryNames: "mcp-bundle",
    chunkNames: "mcp-chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["@prilavok/engine", "@napi-rs/keyring"],
    sourcemap: true,
    legalComments: "none",
    logLevel: "warning",
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
}
