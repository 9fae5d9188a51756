import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { openCore } from "@prilavok/engine";
import { SmallDisk } from "@prilavok/faults";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FilesStore, part } from "./files-store.ts";

let store: FilesStore;
beforeEach(async () => {
  store = await FilesStore.create();
});
afterEach(() => store[Symbol.asyncDispose]());

const breaks = () => {
  throw new Error("the connection was reset");
};

/** Neither row nor file, and the next call works. */
async function expectNothingKept(): Promise<void> {
  expect(store.rows()).toEqual([]);
  expect(store.filesOnDisk()).toEqual([]);
  expect(await store.add([part(1, "whole")])).toMatchObject({ ok: true });
  expect(store.filesOnDisk()).toHaveLength(1);
}

describe("laying files out", () => {
  it("puts every byte into the folder of the minute on the store's clock [att-11, att-13]", async () => {
    const answer = await store.add([part(1, "first ", "file"), part(2, "")]);
    expect(answer).toMatchObject({ ok: true, data: { files: { rows: [{}, {}] } } });
    const rows = store.rows();
    expect(rows).toMatchObject([
      { id: 1, elem_id: 1, kind_key: "kBase", file_name: "files_brand_1_1.jpg", file_size: 10, upload_ok: 1, pos: 1 },
      { id: 2, file_size: 0, real_name: "data_2.jpg", pos: 2, parent_id: null },
    ]);
    const [day = "", time = ""] = String(rows[0]?.["upload_time"]).split(" ");
    const ahead = Date.parse(`${day}T${time}Z`) - 14 * 3_600_000 - Date.now();
    expect(Math.abs(ahead)).toBeLessThan(60_000);
    const [year, month, date] = day.split("-");
    const folder = `files/${year}/${month}_${date}/${time.slice(0, 5).replace(":", "_")}/`;
    expect(store.filesOnDisk()).toEqual([`${folder}files_brand_1_1.jpg`, `${folder}files_brand_1_2.jpg`]);
    expect(readFileSync(join(store.folder, folder, "files_brand_1_1.jpg"), "utf8")).toBe("first file");
  });

  it("keeps both of two calls with the same file at once, each at its place of the list [att-19]", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((number) => store.add([part(1, `call ${number}`)])));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(store.rows().map(({ pos }) => pos)).toEqual([1, 2, 3, 4]);
    const kept = store.filesOnDisk().map((path) => readFileSync(join(store.folder, path), "utf8"));
    expect(kept.sort()).toEqual(["call 1", "call 2", "call 3", "call 4"]);
  });

  it("takes hundreds of files of several entities in one call", async () => {
    const files = Array.from({ length: 450 }, (_, at) => ({
      part: `data_${at + 1}`,
      entity: at % 2 === 0 ? "brand" : "topic",
      elem_id: 1,
    }));
    const parts = files.map((_, at) => part(at + 1, `${at}`));
    const answer = await store.call(
      "engine_files_add",
      { files },
      (async function* () {
        yield* parts;
      })(),
    );
    if (!answer.ok) throw new Error(answer.error);
    const { rows } = answer.data["files"] as { rows: [string, number, number, string, string, string][] };
    expect(rows.map(([entity]) => entity)).toEqual(files.map(({ entity }) => entity));
    for (const [at, row] of rows.entries()) expect(readFileSync(join(store.folder, row[5]), "utf8")).toBe(`${at}`);
  });

  it("checks every entry before the first byte is taken [att-10]", async () => {
    let taken = 0;
    const counted = () => {
      taken += 1;
    };
    const files = [
      { part: "data_1", entity: "brand", elem_id: 1 },
      { part: "data_2", entity: "brand", elem_id: 77 },
    ];
    const parts = (async function* () {
      yield part(1, counted, "a");
      yield part(2, counted, "b");
    })();
    expect(await store.call("engine_files_add", { files }, parts)).toMatchObject({
      error: expect.stringMatching(/^Element not found: brand id 77\. Look /),
    });
    expect(taken).toBe(0);
    await expectNothingKept();
  });
});

describe("an upload that does not come whole", () => {
  it("is dropped when a part breaks off in the middle [att-21]", async () => {
    expect(await store.add([part(1, "whole"), part(2, "half", breaks)])).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The file data_2 broke off on its way, and nothing of this call was written/),
    });
    await expectNothingKept();
  });

  it("is dropped when parts are missing, or are not those that the entries name [att-21]", async () => {
    const files = ["data_1", "data_2"].map((name) => ({ part: name, entity: "brand", elem_id: 1 }));
    for (const parts of [[part(1, "a")], [part(2, "b"), part(1, "a")], []]) {
      const sent = (async function* () {
        yield* parts;
      })();
      expect(await store.call("engine_files_add", { files }, sent)).toMatchObject({ ok: false });
    }
    await expectNothingKept();
  });

  it("is dropped when the call is cancelled [att-21]", async () => {
    const cancel = new AbortController();
    const sent = [part(1, "whole"), part(2, "half", () => cancel.abort(), "more", "and more")];
    expect(await store.add(sent, cancel.signal)).toMatchObject({ error: "The call was cancelled before it ended." });
    await expectNothingKept();
  });

  it("is dropped when the disk is full, and the refusal says so [att-21]", async () => {
    using disk = new SmallDisk(1024 * 1024, join(store.folder, "files"));
    const pieces = Array.from({ length: 40 }, () => "x".repeat(64 * 1024));
    expect(await store.add([part(1, "whole"), part(2, ...pieces)])).toMatchObject({
      error:
        "Nothing was written, in the database or on the store's disk: the disk is full. Mend that there, then send the files again.",
    });
    expect(disk.freeBytes).toBeGreaterThan(900_000);
    await expectNothingKept();
  });

  it("is dropped when another operation takes the table into work meanwhile [att-09, fil-08]", {
    timeout: 40_000,
  }, async () => {
    const lock = () =>
      store.exec(
        "INSERT INTO ms_oper_block (table_name, user_id, from_time) VALUES ('files_brand', 1, '2026-09-18 14:05:00')",
      );
    expect(await store.add([part(1, "a", lock, "b")])).toMatchObject({
      error: expect.stringMatching(
        /^The table files_brand is in work right now, and nothing was written: admin has it/,
      ),
    });
    store.exec("DELETE FROM ms_oper_block");
    await expectNothingKept();
  });

  it("is dropped when its element is removed meanwhile", async () => {
    expect(await store.add([part(1, "a", () => store.exec("DELETE FROM ms_brand WHERE id = 1"))])).toMatchObject({
      error: expect.stringMatching(/^Element not found: brand id 1\. /),
    });
    store.exec("INSERT INTO ms_brand (id, name) VALUES (1, 'one')");
    await expectNothingKept();
  });

  it("is dropped when the database refuses its rows", async () => {
    store.exec("CREATE TRIGGER ms_no BEFORE INSERT ON ms_files_brand BEGIN SELECT RAISE(ABORT, 'no more'); END");
    expect(await store.add([part(1, "a"), part(2, "b")])).toMatchObject({
      error:
        "Nothing was written, in the database or on the store's disk: no more. Mend that there, then send the files again.",
    });
    store.exec("DROP TRIGGER ms_no");
    await expectNothingKept();
  });

  it("is refused past the store's limit, one file alone is not [att-06]", async () => {
    store.changeSettings({ limits: { filesKb: 1 } });
    expect(await store.add([part(1, "x".repeat(600)), part(2, "x".repeat(600))])).toMatchObject({
      error: expect.stringMatching(/^These files come to more than 1 KB together/),
    });
    expect(store.filesOnDisk()).toEqual([]);
    expect(await store.add([part(1, "x".repeat(5000))])).toMatchObject({ ok: true });
  });
});

it("what a killed process left half-received goes when the store is opened, a living one's stays [att-21]", async () => {
  const gone = spawnSync("true").pid;
  const left = (pid: number) =>
    join(store.folder, "files", `.${encodeURIComponent(`${hostname()}:${pid}:1`)}.ab12.part`);
  const alive = join(store.folder, "files", `.${encodeURIComponent(`${hostname()}:${process.pid}:`)}.ab12.part`);
  for (const path of [left(gone), alive]) writeFileSync(path, "half");
  const core = await openCore(store.folder, () => undefined);
  if (!("refusal" in core)) await core.close();
  expect([existsSync(left(gone)), existsSync(alive)]).toEqual([false, true]);
});

describe("what a module sees", () => {
  it("files stay where they were laid when the module is not there [att-17]", async () => {
    mkdirSync(join(store.folder, "units"), { recursive: true });
    store.exec(`
      INSERT INTO ms_agent_tool (id, name, unit, absindex) VALUES (900, 'Gone', 'gone_tool', 1);
      INSERT INTO ms_agent_tool_command (id, tool_id, name, pos) VALUES (900, 900, 'CmdTake', 1);
      INSERT INTO ms_agent_tool_param (id, command_id, name, value_type, pos) VALUES (900, 900, 'files', 'files', 1);
    `);
    const files = [{ part: "data_1", entity: "brand", elem_id: 1 }];
    const parts = (async function* () {
      yield part(1, "bytes");
    })();
    const answer = await store.call("tool_run", { unit: "GONE_TOOL", command: "CmdTake", params: {}, files }, parts);
    expect(answer).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Module not found! \[units\/gone_tool\] /),
    });
    expect(store.rows()).toHaveLength(1);
    expect(store.filesOnDisk()).toHaveLength(1);
  });
});

describe("a download", () => {
  const read = async (id: string, entity = "brand", login = "admin") => {
    const core = await store.core();
    const download = await core.download({ entity, id }, login);
    if ("refusal" in download) return download.refusal;
    const pieces: Uint8Array[] = [];
    for await (const piece of download.bytes) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  it("gives the bytes of a file, and words where there are none", async () => {
    await store.add([part(1, "bytes"), part(2, "")]);
    expect(await read("1")).toBe("bytes");
    expect(await read("2")).toBe("");
    expect(await read("3")).toMatch(/^No such file: brand id 3\. /);
    expect(await read("1", "brand WHERE 1 --")).toMatch(/^Unknown element entity: brand WHERE 1 --\. /);
    expect(await read("1", "brand", "nobody")).toBe("ACCESS_DENIED");
  });

  it("never leaves files/ of the store, whatever a row says [fil-06]", async () => {
    await store.add([part(1, "bytes")]);
    for (const name of ["../../../../store.json", "..", "a/../../../../../store.json", "", "a\\b"]) {
      store.exec(`UPDATE ms_files_brand SET file_name = '${name}'`);
      expect(await read("1")).toMatch(/^No such file: brand id 1\. /);
    }
    store.exec("UPDATE ms_files_brand SET file_name = 'store.json', upload_time = '../../-0-0 0:0:0'");
    expect(await read("1")).toMatch(/^No such file: brand id 1\. /);
  });
});
