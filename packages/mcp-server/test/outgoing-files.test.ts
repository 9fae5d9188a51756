import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LocalPlace } from "../src/local/local-place.ts";
import { checkOutgoingFile, type OutgoingFile } from "../src/local/outgoing-file.ts";
import { OutgoingFiles } from "../src/local/outgoing-files.ts";

let place: LocalPlace;
beforeEach(async () => {
  const storeFolder = await mkdtemp(join(tmpdir(), "prilavok-outgoing-"));
  place = { storeFolder, fence: { read: undefined, write: undefined, closed: [] } };
});
afterEach(() => rm(place.storeFolder, { recursive: true, force: true }));

const at = (name: string) => join(place.storeFolder, name);

async function checked(name: string): Promise<OutgoingFile> {
  const file = await checkOutgoingFile(place, name);
  if ("refusal" in file) throw new Error(file.refusal);
  return file;
}

/** Reads the files as a carrier does; `meanwhile` happens after the first piece. */
async function send(files: OutgoingFiles, meanwhile: () => void = () => undefined): Promise<Record<string, Buffer>> {
  const sent: Record<string, Buffer> = {};
  for await (const { part, name, bytes } of files.parts()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) {
      if (pieces.push(piece) === 1) meanwhile();
    }
    sent[`${part} ${name}`] = Buffer.concat(pieces);
  }
  return sent;
}

describe("a file that is to be sent", () => {
  it("is an ordinary one, through a link or under any name the system takes [att-04, att-18]", async () => {
    const names = [
      "Bäume.JPG",
      "Ba\u0308ume.jpg",
      "   ",
      "\u202egpj.exe",
      "테스트",
      "😀".repeat(63),
      ".hidden",
      "new\nline",
    ];
    for (const name of names) {
      writeFileSync(at(name), "x");
      expect(await checked(name)).toMatchObject({ name, sizeBytes: 1 });
    }
    symlinkSync(at("Bäume.JPG"), at("link.png"));
    expect(await checked("link.png")).toMatchObject({ given: "link.png", name: "link.png", path: at("Bäume.JPG") });
    mkdirSync(at("in"));
    writeFileSync(at("in/a.jpg"), "");
    expect(await checked("in\\a.jpg")).toMatchObject({ name: "a.jpg", sizeBytes: 0 });
  });

  it("is refused in words where it is none [att-03, att-04]", async () => {
    mkdirSync(at("folder"));
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync(at("nowhere"), at("dangling"));
    symlinkSync(at("circle"), at("circle"));
    symlinkSync("/dev/zero", at("device"));
    const socket = createServer().listen(at("socket"));
    const refusals: Record<string, RegExp> = {
      folder: /^folder is not a file: /,
      "folder/": /^folder\/ is not a file: /,
      pipe: /^pipe is not a file: /,
      socket: /^socket is not a file: /,
      device: /^device is not a file: /,
      "/dev/zero": /^\/dev\/zero is not a file: /,
      dangling: /^No such file: dangling\. /,
      "pipe/in/it": /^No such file: pipe\/in\/it\. /,
      circle: /^circle cannot be read: its links lead in a circle\. Mend /,
      "/proc/self/environ": /^\/proc\/self\/environ /,
      "a\0b": /cannot be read: its path holds a zero byte\. Mend /,
      "\\\\server\\share\\a.jpg": /^No such file: /,
      "C:\\photos\\a.jpg": /^No such file: /,
    };
    try {
      for (const [name, refusal] of Object.entries(refusals)) {
        expect(await checkOutgoingFile(place, name)).toEqual({ refusal: expect.stringMatching(refusal) });
      }
    } finally {
      socket.close();
    }
  });
});

describe("files on their way out", () => {
  it("come as parts in their order, of their names only an ending [att-01]", async () => {
    for (const [name, text] of [
      ["secret-name.JPG", "one"],
      ["b.tar.gz", ""],
      ['c.j"pg', "three"],
    ] as const) {
      writeFileSync(at(name), text);
    }
    const entries = [];
    for (const name of ["secret-name.JPG", "b.tar.gz", 'c.j"pg']) {
      entries.push({ file: await checked(name), about: { entity: "store", elem_id: 1 } });
    }
    const files = new OutgoingFiles(entries);
    expect(files.entries).toEqual([1, 2, 3].map((number) => ({ part: `data_${number}`, entity: "store", elem_id: 1 })));
    expect(await send(files)).toEqual({
      "data_1 data_1.JPG": Buffer.from("one"),
      "data_2 data_2.gz": Buffer.alloc(0),
      "data_3 data_3": Buffer.from("three"),
    });
    expect(files.broken).toBeUndefined();
  });

  const big = 1_000_000;
  const changes: [string, () => void, () => void, RegExp][] = [
    ["grows before it is read", () => appendFileSync(at("a"), "x"), () => undefined, /^a changed while/],
    ["shrinks before it is read", () => truncateSync(at("a"), 5), () => undefined, /^a changed while/],
    [
      "is written anew with the same size",
      () => writeFileSync(at("a"), Buffer.alloc(big, "y")),
      () => undefined,
      /^a changed/,
    ],
    ["vanishes before it is read", () => rmSync(at("a")), () => undefined, /^a vanished while/],
    ["becomes a pipe", () => [rmSync(at("a")), execFileSync("mkfifo", [at("a")])], () => undefined, /^a changed while/],
    ["becomes a folder", () => [rmSync(at("a")), mkdirSync(at("a"))], () => undefined, /^a changed while/],
    ["grows while it is read", () => undefined, () => appendFileSync(at("a"), "x"), /^a changed while/],
    ["shrinks while it is read", () => undefined, () => truncateSync(at("a"), 300_000), /^a changed while/],
    [
      "changes its middle while it is read",
      () => undefined,
      () => writeFileSync(at("a"), Buffer.alloc(big, "y")),
      /^a changed while/,
    ],
  ];
  it.each(changes)(
    "a file that %s is told in words and breaks the call [att-20]",
    async (_what, before, meanwhile, words) => {
      writeFileSync(at("a"), Buffer.alloc(big, "x"));
      utimesSync(at("a"), 1_700_000_000, 1_700_000_000);
      const files = new OutgoingFiles([{ file: await checked("a"), about: {} }]);
      before();
      await expect(send(files, meanwhile)).rejects.toThrow(words);
      expect(files.broken).toMatch(words);
    },
  );

  it("a file that only loses its name while it is read goes to its end", async () => {
    writeFileSync(at("a"), Buffer.alloc(big, "x"));
    const files = new OutgoingFiles([{ file: await checked("a"), about: {} }]);
    const { "data_1 data_1": bytes } = await send(files, () => rmSync(at("a")));
    expect(bytes?.length).toBe(big);
    await expect(stat(at("a"))).rejects.toThrow();
  });
});
