import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answered, DemoStore, type SentFile } from "./demo-store.ts";
import { bomb, broken } from "./odd-png.ts";

type Row = Record<string, string | number | null>;

let store: DemoStore;
beforeAll(async () => {
  store = await DemoStore.create({ demo: true });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await store.db.run("DELETE FROM {DBNICK}_files_store");
});

function hang(files: readonly SentFile[], params: object = { profile: "catalog" }, login = "admin"): Promise<Answered> {
  return store.call({ unit: "MELBIS_AGENT_IMPORT_FILES", command: "CmdAdd", params: { ...params }, login, files });
}

function photoOf(elem_id: number, bytes: Uint8Array, more: object = {}): SentFile {
  return { bytes, name: "photo.jpg", entity: "store", elem_id, real_name: "photo.jpg", ...more };
}

/** A red picture with a blue left half: what is left and right, and what it is made of, can be told. */
function picture(width = 1200, height = 600): sharp.Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3, background: "#0000ff" } } as const;
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: half, left: 0, top: 0 },
  ]);
}

async function profile(name: string, recipe: unknown): Promise<void> {
  const text = typeof recipe === "string" ? recipe : JSON.stringify(recipe);
  await store.db.run("DELETE FROM {DBNICK}_key_value WHERE key_code = 'FILES_PROFILE' AND key_name = ?", [name]);
  await store.db.run(
    "INSERT INTO {DBNICK}_key_value (id, key_code, key_name, value_txt, pos) SELECT MAX(id) + 1, 'FILES_PROFILE', ?, ?, 9 FROM {DBNICK}_key_value",
    [name, text],
  );
}

/** The bytes of the file of a row. */
function bytesOf(row: Row | undefined): Buffer {
  return readFileSync(join(store.folder, String(row?.path), String(row?.file_name)));
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)].map((value) => (value > 200 ? 255 : value < 55 ? 0 : value));
}

const rowsOf = (answer: Answered): Row[] => [...(answer.tables.files_store ?? [])];

describe("a pack of photos", () => {
  it("is hung, and a derived picture lies beside each", async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const answer = await hang([photoOf(7, jpeg, { real_name: "Вид спереди.JPG" }), photoOf(7, jpeg), photoOf(9, jpeg)]);
    expect(answer).toMatchObject({
      result: true,
      message: "3 files are hung, and 3 pictures are made",
      detail: { hung: 3, derived: 3, returned: 0 },
    });
    const [first, second, third, ...derived] = rowsOf(answer);
    expect(answer.taken).toEqual([first, second, third].map((row) => ({ entity: "store", id: row?.id })));
    expect(first).toMatchObject({
      elem_id: 7,
      kind_key: "kBase",
      real_name: "Вид спереди.JPG",
      pos: 1,
      parent_id: null,
    });
    expect(derived).toMatchObject([
      {
        elem_id: 7,
        kind_key: "kCatalog",
        real_name: "Вид спереди.webp",
        pos: 3,
        parent_id: first?.id,
        path: first?.path,
      },
      { elem_id: 7, kind_key: "kCatalog", real_name: "photo.webp", pos: 4, parent_id: second?.id },
      { elem_id: 9, kind_key: "kCatalog", pos: 2, parent_id: third?.id },
    ]);
    for (const row of derived) {
      expect(await sharp(bytesOf(row)).metadata()).toMatchObject({ format: "webp", width: 600, height: 600 });
    }
    const kept = await store.db.all<Row>("SELECT * FROM {DBNICK}_files_store ORDER BY id");
    expect(
      kept.map(({ parent_id, upload_time, upload_ok, file_size }) => [parent_id, upload_time, upload_ok, file_size]),
    ).toEqual(
      [first, second, third, ...derived].map((row) => [row?.parent_id, kept[0]?.upload_time, 1, bytesOf(row).length]),
    );
    const marks = await store.db.all<Row>("SELECT table_name FROM {DBNICK}_change_mark");
    expect(marks.map((mark) => mark.table_name)).toContain("files_store");
    expect(await store.db.all("SELECT * FROM {DBNICK}_oper_block")).toEqual([]);
  });

  it("without a profile is hung as it is; an entry may have its own, or none", async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect((await hang([photoOf(7, jpeg)], {})).detail).toEqual({ hung: 1, derived: 0, returned: 0 });
    expect((await hang([photoOf(7, jpeg, { profile: "catalog" }), photoOf(7, jpeg)], {})).detail).toMatchObject({
      derived: 1,
    });
    expect((await hang([photoOf(7, jpeg, { profile: "" }), photoOf(7, jpeg)])).detail).toMatchObject({
      hung: 2,
      derived: 1,
    });
  });

  it("hangs on elements of other kinds too, a table each", async () => {
    const jpeg = await picture().jpeg().toBuffer();
    await profile("plain", { width: 10 });
    const answer = await hang([photoOf(2, jpeg, { entity: "brand" }), photoOf(2, jpeg, { entity: "topic" })], {
      profile: "plain",
    });
    expect(answer.tables.files_brand).toHaveLength(2);
    expect(answer.tables.files_topic).toMatchObject([
      { kind_key: "kBase" },
      { kind_key: "kBase", real_name: "photo.webp" },
    ]);
  });

  it("of one picture on fourteen goods is fourteen files with the right picture each", async () => {
    const [red, blue] = await Promise.all(
      ["#ff0000", "#0000ff"].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const pack = Array.from({ length: 14 }, (_, at) => photoOf(at + 1, (at % 2 ? red : blue) ?? Buffer.alloc(0)));
    const rows = rowsOf(await hang(pack));
    expect(new Set(rows.map((row) => `${row.path}${row.file_name}`)).size).toBe(28);
    for (const row of rows) {
      expect(await pixel(bytesOf(row), 20, 20)).toEqual(Number(row.elem_id) % 2 ? [0, 0, 255] : [255, 0, 0]);
    }
  });

  it("says which keys of its entries nobody reads", async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect((await hang([photoOf(7, jpeg, { profil: "catalog" })], {})).message).toBe(
      "1 file is hung\nKeys of entries that this command does not know: profil",
    );
  });
});

describe("a derived picture", () => {
  const derive = async (bytes: Uint8Array, recipe: object): Promise<Buffer> => {
    await profile("test", recipe);
    const answer = await hang([photoOf(7, bytes)], { profile: "test" });
    expect(answer.message).toBe("1 file is hung, and 1 picture is made");
    return bytesOf(rowsOf(answer).at(-1));
  };

  it("is turned as the camera held it, without the camera's metadata [pho-03]", async () => {
    const turned = await picture()
      .withExif({ IFD0: { Copyright: "Petrenko", Make: "Camera" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const bytes = await derive(turned, { type: "jpg", width: 300 });
    const { width, height, exif, orientation, icc } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation, icc }).toEqual({ width: 300, height: 600 });
    expect([await pixel(bytes, 150, 100), await pixel(bytes, 150, 500)]).toEqual([
      [0, 0, 255],
      [255, 0, 0],
    ]);
  });

  it.each([
    [{ fit: "inside", width: 300, height: 300 }, [300, 150]],
    [{ fit: "outside", width: 300, height: 300 }, [600, 300]],
    [{ fit: "cover", width: 300, height: 300 }, [300, 300]],
    [{ fit: "contain", width: 300, height: 300 }, [300, 300]],
    [{ fit: "fill", width: 100, height: 300 }, [100, 300]],
    [{ height: 60 }, [120, 60]],
    [{ width: 5000 }, [1200, 600]],
  ])("of %j has the size %j [pho-02]", async (recipe, size) => {
    const { width, height } = await sharp(await derive(await picture().png().toBuffer(), recipe)).metadata();
    expect([width, height]).toEqual(size);
  });

  it.each(["jpg", "png", "webp", "avif"])("is of the type %s", async (type) => {
    const bytes = await derive(await picture(300, 200).jpeg().toBuffer(), { type, width: 100 });
    const { format } = await sharp(bytes).metadata();
    expect(format).toBe({ jpg: "jpeg", avif: "heif" }[type] ?? type);
    expect(await pixel(bytes, 80, 30)).toEqual([255, 0, 0]);
  });

  it("is smaller at a lower quality", async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: "#888888",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const [fine, rough] = [
      await derive(noise, { width: 400, quality: 95 }),
      await derive(noise, { width: 400, quality: 20 }),
    ];
    expect(rough.length).toBeLessThan(fine.length / 2);
  });

  it("lays what is transparent or left free on the background", async () => {
    const clear = await sharp({ create: { width: 200, height: 100, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect(await pixel(await derive(clear, { type: "jpg", width: 100 }), 50, 20)).toEqual([255, 255, 255]);
    const green = await derive(clear, { width: 100, height: 100, fit: "contain", background: "#00ff00" });
    expect([await pixel(green, 50, 50), await pixel(green, 50, 5)]).toEqual([
      [0, 255, 0],
      [0, 255, 0],
    ]);
    const { hasAlpha } = await sharp(await derive(clear, { type: "png", width: 100 })).metadata();
    expect(hasAlpha).toBe(true);
  });

  it("of a picture for print is in the colours of the screen", async () => {
    const cmyk = await picture().toColourspace("cmyk").jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    const bytes = await derive(cmyk, { type: "png", width: 100 });
    expect((await sharp(bytes).metadata()).space).toBe("srgb");
  });

  it("of a moving picture shows its first frame, and that is said [pho-04]", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((background) =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await profile("test", { type: "png", width: 50 });
    const answer = await hang([photoOf(7, gif, { real_name: "moving.gif" })], { profile: "test" });
    expect(answer.message).toBe(
      "1 file is hung, and 1 picture is made\n[moving.gif] it moves, and the picture shows its first frame",
    );
    expect(await pixel(bytesOf(rowsOf(answer)[1]), 25, 25)).toEqual([255, 0, 0]);
  });
});

describe("a file no picture can be made of stays, and is said by name [pho-04]", () => {
  const notAPicture = "it is no picture in JPEG, PNG, WebP, AVIF, GIF or TIFF";
  const files: [string, () => Promise<Uint8Array>, string][] = [
    ["a text", async () => Buffer.from("not a picture"), notAPicture],
    ["nothing", async () => Buffer.alloc(0), notAPicture],
    [
      "a drawing that could hold a script",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      notAPicture,
    ],
    [
      "a photo cut off",
      async () => (await picture().jpeg().toBuffer()).subarray(0, 3000),
      "the picture in it is broken or cut off",
    ],
    ["a broken photo", async () => broken(await picture().png().toBuffer()), "the picture in it is broken or cut off"],
    [
      "a picture that unpacks to gigabytes",
      async () => bomb(30_000),
      "it has more than 52 million pixels: make it smaller first",
    ],
  ];
  it.each(files)("%s", async (_, make, reason) => {
    const answer = await hang([
      photoOf(7, await make(), { real_name: "Ї 1.jpg" }),
      photoOf(7, await picture().jpeg().toBuffer()),
    ]);
    expect(answer.message).toBe(
      `2 files are hung, and 1 picture is made\n[Ї 1.jpg] no picture is made of it: ${reason}`,
    );
    const [odd, , derived, ...more] = rowsOf(answer);
    expect(more).toEqual([]);
    expect(existsSync(join(store.folder, String(odd?.path), String(odd?.file_name)))).toBe(true);
    expect(derived?.parent_id).not.toBe(odd?.id);
    expect(answer.tables.remarks).toMatchObject([{ entity: "store", id: odd?.id, real_name: "Ї 1.jpg" }]);
    const there = readdirSync(join(store.folder, String(odd?.path)));
    const named = (await store.db.all<Row>("SELECT file_name FROM {DBNICK}_files_store")).map((row) => row.file_name);
    expect(named.filter((name) => !there.includes(String(name)))).toEqual([]);
  });
});

describe("a file on an element that is kept to other people", () => {
  const grants = `INSERT INTO {DBNICK}_agent_tool_right (id, command_id, user_id)
    SELECT 900 + c.id, c.id, u.id FROM {DBNICK}_agent_tool_command c JOIN {DBNICK}_agent_tool t ON t.id = c.tool_id
    CROSS JOIN {DBNICK}_user u WHERE t.unit = 'MELBIS_AGENT_IMPORT_FILES' AND u.login = 'ivan'`;

  it("goes back, row and file, and is said; the others stay [pho-05]", async () => {
    await store.db.run(grants);
    await store.db.run(
      "INSERT INTO {DBNICK}_topic_right (id, topic_id, group_id, for_frame) SELECT 1, 2, id, 1 FROM {DBNICK}_user_group WHERE skey = 'content'",
    );
    const jpeg = await picture().jpeg().toBuffer();
    const pack = [
      photoOf(1, jpeg, { real_name: "laptop.jpg" }),
      photoOf(20, jpeg),
      photoOf(3, jpeg, { entity: "topic", real_name: "t.jpg" }),
    ];
    const answer = await hang(pack, { profile: "catalog" }, "ivan");
    expect(answer.result).toBe(true);
    expect(answer.message).toBe(
      "1 file is hung, and 1 picture is made\n[laptop.jpg] went back: store 1 is kept to other people\n[t.jpg] went back: topic 3 is kept to other people",
    );
    const kept = await store.db.all<Row>("SELECT elem_id, file_name FROM {DBNICK}_files_store");
    expect(kept.map((row) => row.elem_id)).toEqual([20, 20]);
    expect(await store.db.all("SELECT * FROM {DBNICK}_files_topic WHERE elem_id = 3")).toEqual([]);
    const folder = join(store.folder, String(rowsOf(answer)[0]?.path));
    const [ivan] = await store.db.all<{ id: number }>("SELECT id FROM {DBNICK}_user WHERE login = 'ivan'");
    const his = new RegExp(`^files_[a-z]+_${ivan?.id}_`);
    const names = readdirSync(folder).filter((name) => his.test(name));
    expect(names.sort()).toEqual(kept.map((row) => String(row.file_name)).sort());
  });

  it("is gone with the whole call where nothing is left of it", async () => {
    const answer = await hang([photoOf(1, await picture().jpeg().toBuffer())], { profile: "catalog" }, "ivan");
    expect(answer.result).toBe(false);
    expect(answer.message).toBe(
      "0 files are hung\n[photo.jpg] went back: store 1 is kept to other people. The 1 file(s) sent with this call are gone: the command [CmdAdd] did not take them.",
    );
    expect(await store.db.all("SELECT * FROM {DBNICK}_files_store")).toEqual([]);
    await store.db.run("DELETE FROM {DBNICK}_topic_right");
  });
});

describe("nothing is hung", () => {
  it.each<[string, unknown, string]>([
    [
      "a profile that is not there",
      undefined,
      "There is no profile [none] in the settings FILES_PROFILE - they keep: catalog, ",
    ],
    ["one that is no JSON", "webp 600", "The profile [none] of the settings FILES_PROFILE is no JSON object"],
    ["one with a misspelt key", { widht: 600 }, "has an unknown key [widht]: it takes type, width"],
    ["one without a size", { type: "webp" }, "takes a width, a height or both, whole numbers from 1 to 10000"],
    ["one of a strange type", { type: "svg", width: 5 }, "takes one of jpg, png, webp, avif as type"],
    ["one of a strange quality", { width: 5, quality: 0 }, "takes a whole number from 1 to 100 as quality"],
    ["one of a strange background", { width: 5, background: "white" }, "takes a colour like #ffffff"],
    [
      "one of a kind that goods do not keep",
      { width: 5, kind: "kOdd" },
      "makes files of the kind [kOdd], and those of a store are of: kBase, kSide, kCatalog",
    ],
  ])("by %s", async (_, recipe, text) => {
    await store.db.run("DELETE FROM {DBNICK}_key_value WHERE key_name = 'none'");
    if (recipe !== undefined) await profile("none", recipe);
    const answer = await hang([photoOf(7, await picture().jpeg().toBuffer())], { profile: "none" });
    expect(answer.result).toBe(false);
    expect(answer.message).toContain(text);
    expect(answer.message).toContain("The 1 file(s) sent with this call are gone");
    expect(await store.db.all("SELECT * FROM {DBNICK}_files_store")).toEqual([]);
  });

  it("without files", async () => {
    expect((await hang([])).message).toContain("The command [CmdAdd] carries the files themselves - ");
  });
});
