import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child } from "@prilavok/faults";

export interface End {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home of its own for the command line: a folder for stores and one for the user's settings. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), "prilavok-"));

  /** A path in this home. */
  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  start(...words: string[]): Child {
    const bin = join(import.meta.dirname, "../bin/prilavok.js");
    return new Child(process.execPath, [bin, ...words], {
      cwd: this.folder,
      env: {
        PRILAVOK_CONFIG_DIR: this.path("config"),
        HOME: this.path("home"),
        USERPROFILE: this.path("home"),
        XDG_CONFIG_HOME: undefined,
        CODEX_HOME: undefined,
        NO_COLOR: "1",
      },
    });
  }

  async run(...words: string[]): Promise<End> {
    return this.tell("", ...words);
  }

  /** Runs a command with a text on its standard input. */
  async tell(input: string, ...words: string[]): Promise<End> {
    const child = this.start(...words);
    child.stdin.end(input);
    const { code } = await child.exited;
    return { code, stdout: child.printed("stdout"), stderr: child.printed("stderr") };
  }

  /** The answer of a command that is done, from `--json`. */
  async json(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.run(...words, "--json");
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
