import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The store folder of the demo, which is made anew each time and loses nothing that somebody has put into it since. */
export function demoFolder(folder) {
  const note = join(folder, "config", "left-by-the-demo.json");
  return {
    /**
     * Makes room for a new store: a folder as the demo left it goes, one that was changed since is put aside. Answers where
     * that one stands now, undefined where nothing was put aside.
     */
    clear() {
      if (!existsSync(folder)) return undefined;
      if (!existsSync(join(folder, "store.json"))) throw new Error(`${folder} is no store of the demo: move it away`);
      if (existsSync(note) && readFileSync(note, "utf8") === contentsOf(folder)) {
        rmSync(folder, { recursive: true });
        return undefined;
      }
      let number = 1;
      while (existsSync(`${folder}-kept-${number}`)) number += 1;
      renameSync(folder, `${folder}-kept-${number}`);
      return `${folder}-kept-${number}`;
    },
    /** Notes what stands in the folder now. */
    leave() {
      mkdirSync(dirname(note), { recursive: true });
      writeFileSync(note, contentsOf(folder));
    },
  };
}

/** Every file with what it holds, but for what Prilavok writes when somebody only looks. */
function contentsOf(folder) {
  const lines = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join("/");
    if (!entry.isFile() || /^(config|\.cache)\//.test(name) || name.endsWith(".sqlite-shm")) continue;
    const bytes = readFileSync(path);
    if (bytes.length === 0 && name.endsWith(".sqlite-wal")) continue;
    lines.push(`${createHash("sha256").update(bytes).digest("hex")} ${name}`);
  }
  return `${lines.sort().join("\n")}\n`;
}
