import { readdirSync } from "node:fs";
import { basename } from "node:path";

const MAX_LINES = 3;
const MAX_CHARACTERS = 600;

/**
 * What a caller may read of a failure: its first lines, without a stack and without a path of this machine. A file
 * of the store keeps its path from the store's directory, any other one only its name.
 */
export function failureText(text: string, storeDir: string): string {
  const lines = withoutPaths(text, storeDir)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const stackAt = lines.findIndex((line) => /^at .*[:(]/.test(line));
  const said = lines.slice(0, stackAt === -1 ? undefined : stackAt).filter((line) => line !== "");
  return cut(said.slice(0, MAX_LINES).join(" ")) || "it gave no reason";
}

function withoutPaths(text: string, storeDir: string): string {
  return (
    text
      .replaceAll("file://", "")
      // Tried at a word's start alone: from each place of an endless word it would take the square of its length.
      .replaceAll(/(?<![^\s'"`()])[^\s'"`()]*[\\/]\.cache[\\/]units[\\/]([a-z0-9_-]+)\.[0-9a-f]{24}\.mjs/g, "units/$1")
      .replaceAll(`${storeDir}/`, "")
      .replaceAll(`${storeDir}\\`, "")
      .replaceAll(storeDir, ".")
      .replaceAll(rootedPath(), (path) => basename(path.replaceAll("\\", "/")))
  );
}

/** A path from a folder that this machine has at its root, so that `/api/v1` stays what it is. */
function rootedPath(): RegExp {
  const roots = process.platform === "win32" ? [] : readdirSync("/").map((name) => name.replace(/[^\w]/g, "\\$&"));
  const posix = roots.length === 0 ? "" : `/(?:${roots.join("|")})/[^\\s'"\`)]*[^\\s'"\`).,:;]|`;
  return new RegExp(`(?<![\\w./:-])(?:${posix}[A-Za-z]:\\\\[^\\s'"\`)]*[^\\s'"\`).,:;])`, "g");
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
