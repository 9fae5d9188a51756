import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModuleStore } from "./module-store.ts";

let store: ModuleStore;
beforeAll(async () => {
  store = await ModuleStore.open();
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

describe("what a module receives", () => {
  test("the person, the checked fields with their types, the files", async () => {
    const fields = { name: "Евро €", big: 9007199254740993n, list: [1, 2n ** 63n], flag: true, data: { a: [null] } };
    const { answer } = await store.runBody(
      `const { user, params: { body, ...params }, files } = c;
       return { result: true, detail: { user, kinds: [typeof params.big, typeof params.list[1]], params, files } };`,
      { params: fields, files: [{ entity: "store", id: 841, note: "x" }] },
    );
    expect(answer?.detail).toEqual({
      user: { id: 1, login: "admin", name: "Admin" },
      kinds: ["bigint", "bigint"],
      params: { ...fields, big: "9007199254740993", list: [1, "9223372036854775808"] },
      files: [{ entity: "store", id: 841, note: "x" }],
    });
  });

  test("the store's clock and its directory, not those of Core [ovr-05]", async () => {
    store.write(
      "places.ts",
      "export const CmdDo = () => ({ result: true, detail: { hour: new Date(0).getHours(), here: process.cwd(), url: import.meta.url } });",
    );
    const { answer } = await store.run("PLACES", "CmdDo");
    expect(answer?.detail).toEqual({
      hour: 9,
      here: store.folder,
      url: `file://${store.folder}/units/places.ts`,
    });
  });

  test("the SDK that Core has, whatever the store has installed", async () => {
    store.write(
      "with_sdk.ts",
      `import { command, type CommandContext } from "@prilavok/sdk";
       export const CmdAdd = command<{ name: string }>(async ({ params }) => ({ result: true, message: params.name }));`,
    );
    expect((await store.run("WITH_SDK", "CmdAdd", { params: { name: "x" } })).answer).toMatchObject({ message: "x" });
  });

  test.each(["ts", "mts", "js", "mjs"])("a module of the extension %s runs", async (extension) => {
    store.write(`kind_${extension}.${extension}`, "export const CmdDo = () => ({ result: true, message: 'ran' });");
    expect((await store.run(`KIND_${extension.toUpperCase()}`, "CmdDo")).answer).toMatchObject({ message: "ran" });
  });

  test("packages of the store's node_modules [mod-12]", async () => {
    store.write("../node_modules/counted/package.json", '{"name":"counted","version":"1.0.0","main":"index.js"}');
    store.write("../node_modules/counted/index.js", "module.exports = { version: 1 };");
    store.write(
      "uses_package.ts",
      'import counted from "counted"; export const CmdDo = () => ({ result: true, detail: counted });',
    );
    expect((await store.run("USES_PACKAGE", "CmdDo")).answer).toMatchObject({ detail: { version: 1 } });
  });
});

describe("tables of an answer", () => {
  test("a list, an iterable and an async iterable leave as sections in their order [mod-13]", async () => {
    const { answer, tables } = await store.runBody(`
      return {
        result: true,
        tables: {
          list: [{ a: 1 }, { a: 2 }],
          made: (function* () { for (let i = 0; i < 3; i++) yield { i }; })(),
          later: (async function* () { yield { z: 1 }; })(),
          none: [],
        },
      };`);
    expect(tables).toEqual({
      list: ['{"a":1}', '{"a":2}'],
      made: ['{"i":0}', '{"i":1}', '{"i":2}'],
      later: ['{"z":1}'],
      none: [],
    });
    expect(answer).toEqual({
      result: true,
      tables: { list: { rows: 2 }, made: { rows: 3 }, later: { rows: 1 }, none: { rows: 0 } },
    });
  });

  test("values JSON does not know leave as the contract says [mod-14]", async () => {
    const { tables } = await store.runBody(`
      const odd = JSON.parse('{"__proto__": 1, "10": 2}');
      return { result: true, tables: { t: [
        { big: 2n ** 70n, day: new Date(0), bytes: Buffer.from([0, 171]), more: new Uint8Array([255]), gone: undefined },
        { ...odd, deep: { day: new Date(0), list: [1n] } },
        odd,
      ] } };`);
    expect(tables.t).toEqual([
      '{"big":"1180591620717411303424","day":"1970-01-01 09:00:00","bytes":"0x00AB","more":"0xFF"}',
      '{"10":2,"__proto__":1,"deep":{"day":"1970-01-01 09:00:00","list":["1"]}}',
      '{"10":2,"__proto__":1}',
    ]);
  });

  test("a million rows pass without being held [dbp-20]", async () => {
    let rows = 0;
    store.write(
      "many_rows.ts",
      `export const CmdDo = () => ({ result: true, tables: { t: (function* () {
         for (let i = 0; i < 1e6; i++) yield { i, text: "row " + i };
       })() } });`,
    );
    const parts = store.runner.run({
      unit: "MANY_ROWS",
      command: "CmdDo",
      person: { id: 1, login: "admin", name: "" },
      params: {},
      files: [],
      signal: new AbortController().signal,
    });
    const before = process.memoryUsage().rss;
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      if (next.value.kind === "close") rows = next.value.rows;
    }
    expect(rows).toBe(1e6);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("keys beyond the five stay, and what the module left out is left to Core", async () => {
    const { answer } = await store.runBody("return { result: false, message: 'no', hint: { next: 1n } };");
    expect(answer).toEqual({ result: false, message: "no", hint: { next: "1" }, tables: {} });
  });
});

describe("an answer that is none", () => {
  test.each([
    ["tables: { 'a b': [] }", "[a b] is no name of a table: letters, digits and _, 64 at most"],
    [
      `tables: { ${"x".repeat(65)}: [] }`,
      `[${"x".repeat(65)}] is no name of a table: letters, digits and _, 64 at most`,
    ],
    ["tables: []", "tables takes an object of tables, each a list of rows"],
    ["tables: { t: 'text' }", "tables.t is no list of rows"],
    ["tables: { t: { a: 1 } }", "tables.t is no list of rows"],
    ["tables: { t: [1] }", "tables.t row 1 is not an object"],
    ["tables: { t: [{}, [1]] }", "tables.t row 2 is not an object"],
    ["tables: { t: [{}, { a: NaN }] }", "tables.t row 2.a is NaN, which JSON has no number for"],
    ["tables: { t: [{ a: { f() {} } }] }", "tables.t row 1.a.f is a function"],
    ["detail: { when: new Date(NaN) }", "detail.when is a Date that holds no day"],
    ["detail: { later: Promise.resolve(1) }", "detail.later is a promise: await it"],
    ["detail: { map: new Map() }", "detail.map is a Map or a Set: make it an object or a list"],
    ["detail: (() => { const o = {}; o.self = o; return o; })()", "detail.self is a value inside itself"],
    [
      "detail: (() => { let o = {}; for (let i = 0; i < 3000; i++) o = { o }; return o; })()",
      "detail.o.o.o.o.o.o.o.o.o.… is nested deeper than 1000 levels: make it flatter",
    ],
    [
      "tables: { t: [{ deep: (() => { let o = []; for (let i = 0; i < 9000; i++) o = [o]; return o; })() }] }",
      "tables.t row 1.deep.0.0.0.0.0.0.0.0.0.… is nested deeper than 1000 levels: make it flatter",
    ],
    ["detail: [undefined]", "detail.0 is undefined"],
    [
      "detail: { text: 'x'.repeat(17 * 1024 * 1024) }",
      "the answer without its tables is over 16 MB: put rows into tables",
    ],
  ])("%s fails in words", async (fields, text) => {
    const { crash } = await store.runBody(`return { result: true, ${fields} };`);
    expect(crash).toBe(`BODY\\CmdDo failed: ${text}`);
  });

  test.each([
    "return undefined;",
    "return { message: 'x' };",
    "return { result: 1 };",
    "return null;",
    "return 'text';",
    "return [];",
  ])("%s is an answer without result", async (body) => {
    expect((await store.runBody(body)).crash).toMatch(/^BODY\\CmdDo answered without result: its developer /);
  });

  test("a table that breaks half-way is dropped, the one before it was whole", async () => {
    const { crash, tables, dropped } = await store.runBody(`
      return { result: true, tables: {
        whole: [{ a: 1 }],
        broken: (function* () { for (let i = 0; i < 10000; i++) yield { i, text: "x".repeat(20) }; throw new Error("no more"); })(),
      } };`);
    expect(crash).toBe("BODY\\CmdDo failed: no more");
    expect(tables).toEqual({ whole: ['{"a":1}'] });
    expect(dropped).toEqual(["tables.broken"]);
  });

  test("a function, a module or an own export that is not there is said", async () => {
    store.write("no_function.ts", "export const CmdValue = 1;");
    expect((await store.run("NO_FUNCTION", "CmdDo")).crash).toMatch(
      /^Function not found! \[NO_FUNCTION\\CmdDo\] .*`prilavok tool check`/,
    );
    expect((await store.run("NO_FUNCTION", "CmdValue")).crash).toMatch(
      /^Function not found! \[NO_FUNCTION\\CmdValue\] /,
    );
    expect((await store.run("NO_FUNCTION", "toString")).crash).toMatch(
      /^Function not found! \[NO_FUNCTION\\toString\] /,
    );
    expect((await store.run("NO_MODULE", "CmdDo")).crash).toMatch(
      /^Module not found! \[units\/no_module\] .*`prilavok tool check`/,
    );
    expect((await store.run("../STORE", "CmdDo")).crash).toMatch(/^Module not found! \[units\/\.\.\/store\] /);
  });
});
