import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkTool, createStore, type OpenCore, openCore, openStore, putTool, type Store } from "@prilavok/engine";
import { fillDemoShop, shippedTools, unitsFolder } from "@prilavok/shop-tools";

/** An answer of tool_run as Core gives it, the rows of its tables in place. */
export interface Answered {
  readonly result: boolean;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, string | null>>[]>>;
}

/** A store with the shipped tools, in a folder of its own, its Core and a door of the tests to its database. */
export class DemoStore {
  readonly folder: string;
  readonly #core: OpenCore;
  readonly #store: Store;

  private constructor(folder: string, core: OpenCore, store: Store) {
    this.folder = folder;
    this.#core = core;
    this.#store = store;
  }

  static async create({ demo }: { readonly demo: boolean }): Promise<DemoStore> {
    const folder = join(await mkdtemp(join(tmpdir(), "prilavok-shop-tools-")), "store");
    const created = await createStore(folder, {
      fill: async (draft) => {
        const units = join(draft.folder, "units");
        await cp(unitsFolder, units, { recursive: true });
        for (const { module } of shippedTools) {
          const checked = await checkTool(join(units, module));
          if (!checked.ok) return { refusal: checked.problems.join("\n") };
          await putTool(draft.db, checked.unit, checked.tool);
        }
        if (demo) await fillDemoShop(draft.db);
        return undefined;
      },
    });
    return new DemoStore(
      folder,
      must(created) && must(await openCore(folder, () => {})),
      must(await openStore(folder, "write")),
    );
  }

  get db(): Store["db"] {
    return this.#store.db;
  }

  /** A command of MELBIS_AGENT_CURRENCY, or of another tool, by the owner or by another person. */
  async run(
    command: string,
    params: Readonly<Record<string, unknown>> = {},
    login = "admin",
    unit = "MELBIS_AGENT_CURRENCY",
  ): Promise<Answered> {
    const call = {
      command: "tool_run",
      args: { unit, command, params },
      app: "test",
      topic: "t",
    };
    const rows = new Map<string, string>();
    let section = "";
    for await (const part of this.#core.call(call, login, new AbortController().signal)) {
      if (part.kind === "open") section = part.section.replace("tables.", "");
      if (part.kind === "open") rows.set(section, "");
      if (part.kind === "rows") rows.set(section, rows.get(section) + Buffer.from(part.bytes).toString("utf8"));
      if (part.kind !== "envelope") continue;
      if (!part.envelope.ok) throw new Error(part.envelope.error);
      const { result, message, detail } = part.envelope.data;
      const tables = Object.fromEntries([...rows].map(([name, lines]) => [name, readLines(lines)]));
      return { result: result === true, message: String(message), detail: { ...(detail as object) }, tables };
    }
    throw new Error("the answer has no envelope");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#core.close();
    await this.db.close();
    await rm(join(this.folder, ".."), { recursive: true });
  }
}

export function readLines(text: string): Record<string, string | null>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

export function readUnit(file: string): string {
  return readFileSync(join(unitsFolder, file), "utf8");
}

function must<Value extends object>(value: Value | { readonly refusal: string }): Value {
  if ("refusal" in value) throw new Error(value.refusal);
  return value;
}
