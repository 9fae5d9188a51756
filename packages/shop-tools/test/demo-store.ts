import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { checkTool, createStore, type OpenCore, openCore, openStore, putTool, type Store } from "@prilavok/engine";
import { fillDemoShop, shippedTools, unitsFolder } from "@prilavok/shop-tools";

/** An answer of tool_run as Core gives it, the rows of its tables in place. */
export interface Answered {
  readonly result: boolean;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, string | null>>[]>>;
  /** The attachments the command took. */
  readonly taken: unknown;
}

/** A file that is sent: its bytes, its name on the computer it comes from, and what its entry says. */
export interface SentFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly entity: string;
  readonly elem_id: number;
  readonly [key: string]: unknown;
}

export interface ToolCall {
  readonly unit: string;
  readonly command: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly login?: string;
  readonly files?: readonly SentFile[];
  /** The call is cancelled so soon. */
  readonly cancelAfterMs?: number;
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

  /** A command of MELBIS_AGENT_CURRENCY by the owner or by another person. */
  run(command: string, params: Readonly<Record<string, unknown>> = {}, login = "admin"): Promise<Answered> {
    return this.call({ unit: "MELBIS_AGENT_CURRENCY", command, params, login });
  }

  /** A command of any tool with its attachments. */
  async call(toolCall: ToolCall): Promise<Answered> {
    const { unit, command, params = {}, login = "admin", files = [], cancelAfterMs } = toolCall;
    const signal = cancelAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(cancelAfterMs);
    const entries = files.map(({ bytes, name, ...entry }, at) => ({ part: `data_${at + 1}`, ...entry }));
    const call = {
      command: "tool_run",
      args: { unit, command, params, ...(files.length === 0 ? {} : { files: entries }) },
      app: "test",
      topic: "t",
    };
    const rows = new Map<string, string>();
    let section = "";
    for await (const part of this.#core.call(call, login, signal, partsOf(files))) {
      if (part.kind === "open") section = part.section.replace("tables.", "");
      if (part.kind === "open") rows.set(section, "");
      if (part.kind === "rows") rows.set(section, rows.get(section) + Buffer.from(part.bytes).toString("utf8"));
      if (part.kind !== "envelope") continue;
      if (!part.envelope.ok) throw new Error(part.envelope.error);
      const { result, message, detail, files: taken } = part.envelope.data;
      const tables = Object.fromEntries([...rows].map(([name, lines]) => [name, readLines(lines)]));
      return { result: result === true, message: String(message), detail: { ...(detail as object) }, tables, taken };
    }
    throw new Error("the answer has no envelope");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#core.close();
    await this.db.close();
    await rm(join(this.folder, ".."), { recursive: true });
  }
}

async function* partsOf(files: readonly SentFile[]): NonNullable<Parameters<OpenCore["call"]>[3]> {
  for (const [at, { name, bytes }] of files.entries()) {
    const part = `data_${at + 1}`;
    yield { part, name: part + extname(name), bytes: Readable.from([bytes]) };
  }
}

function readLines(text: string): Record<string, string | null>[] {
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
