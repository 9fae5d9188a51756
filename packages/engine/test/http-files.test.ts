import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ask, done, type HttpAnswer, serveWork, type Work } from "./http-served.ts";

const HEADERS = { authorization: "Bearer olha", "content-type": "multipart/form-data; boundary=b" };
const CALL = part('name="call"', '{"command":"x","args":{"files":[1]}}');

function part(disposition: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

/** Reads every file of the call and answers what it read. */
const readFiles: Work = async function* ({ call, files }) {
  const read: unknown[] = [];
  try {
    for await (const { part: name, name: fileName, bytes } of files) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      const content = Buffer.concat(pieces);
      read.push([name, fileName, content.length > 100 ? content.length : content.toString("utf8")]);
    }
    yield done({ args: call.args, read });
  } catch (error) {
    yield { kind: "envelope", envelope: { ok: false, ms: 0, error: `broke after ${read.length}: ${String(error)}` } };
  }
};

async function send(url: string, body: string | Buffer): Promise<HttpAnswer> {
  return ask(`${url}/agent`, { method: "POST", headers: HEADERS }, body);
}

describe("a call with files", () => {
  it("brings them in their order, whole, under their names", async () => {
    await using served = await serveWork(readFiles);
    const large = "я".repeat(1_000_000);
    const body = [
      CALL,
      part('name="data_1"; filename="data_1.jpg"', "first"),
      part('name="data_2"; filename="..\\..\\/etc/passwd"', large),
      part('name="data_3"', ""),
      "--b--\r\n",
    ];
    const { body: answer } = await send(served.url, body.join(""));
    expect(JSON.parse(answer).data).toEqual({
      args: { files: [1] },
      read: [
        ["data_1", "data_1.jpg", "first"],
        ["data_2", "passwd", 2_000_000],
        ["data_3", "data_3", ""],
      ],
    });
  });

  it("is read only as fast as Core takes the files [wir-02]", async () => {
    let release: (() => void) | undefined;
    let taken = 0;
    await using served = await serveWork(async function* ({ files }) {
      for await (const { bytes } of files) {
        for await (const piece of bytes) {
          taken += piece.length;
          if (release === undefined) await new Promise<void>((resolve) => (release = resolve));
        }
      }
      yield done({});
    });
    const request = httpRequest(`${served.url}/agent`, { method: "POST", headers: HEADERS });
    request.write(`${CALL}--b\r\nContent-Disposition: form-data; name="data_1"; filename="a"\r\n\r\n`);
    const piece = Buffer.alloc(256 * 1024, "x");
    let sent = 0;
    while (sent < 400) {
      sent += 1;
      if (request.write(piece)) continue;
      const drained = await Promise.race([once(request, "drain").then(() => true), pause(500).then(() => false)]);
      if (!drained) break;
    }
    expect(sent).toBeLessThan(100);
    release?.();
    for (; sent < 400; sent += 1) if (!request.write(piece)) await once(request, "drain");
    request.end("\r\n--b--\r\n");
    const [response] = await once(request, "response");
    expect([response.statusCode, taken]).toEqual([200, 400 * piece.length]);
  });

  it("that Core does not want is answered, and the rest passed by on a connection that lives on", async () => {
    await using served = await serveWork(async function* () {
      yield { kind: "envelope", envelope: { ok: false, ms: 0, error: "no" } };
    });
    const file = part('name="data_1"; filename="a"', "x".repeat(20_000_000));
    expect(JSON.parse((await send(served.url, `${CALL}${file}--b--\r\n`)).body).error).toBe("no");
  });

  it.each([
    ["the file's middle", `${CALL}--b\r\nContent-Disposition: form-data; name="data_1"; filename="a"\r\n\r\nhalf`],
    ["a part's head", `${CALL}--b\r\nContent-Dispo`],
    ["the end of a file", `${CALL}${part('name="data_1"; filename="a"', "whole")}`],
  ])("that ends in %s is broken for Core, which goes on", async (_what, body) => {
    await using served = await serveWork(readFiles);
    expect(JSON.parse((await send(served.url, body)).body).error).toMatch(/^broke after [01]: /);
    expect((await send(served.url, `${CALL}--b--\r\n`)).status).toBe(200);
  });

  it("whose sender leaves in the middle of a file is broken for Core", async () => {
    let ended: (error: unknown) => void = () => undefined;
    const broke = new Promise((resolve) => (ended = resolve));
    await using served = await serveWork(async function* ({ files, signal }) {
      try {
        for await (const { bytes } of files) for await (const piece of bytes) expect(piece).toBeDefined();
      } catch (error) {
        ended([String(error), signal.aborted]);
      }
      yield done({});
    });
    const request = httpRequest(`${served.url}/agent`, { method: "POST", headers: HEADERS });
    request.on("error", () => undefined);
    request.write(`${CALL}--b\r\nContent-Disposition: form-data; name="data_1"; filename="a"\r\n\r\nhalf`);
    await pause(200);
    request.destroy();
    expect(await broke).toEqual([expect.stringContaining("not whole"), true]);
  });

  it.each([
    ["without a call", part('name="data_1"; filename="a"', "x")],
    ["whose call is no JSON", part('name="call"', "x")],
    ["whose call has no name", part("", "{}")],
    ["whose call is cut", '--b\r\nContent-Disposition: form-data; name="call"\r\n\r\n{"command"'],
    ["with a head without end", `--b\r\n${"x: y\r\n".repeat(100_000)}`],
  ])("%s is told so", async (_what, body) => {
    await using served = await serveWork(readFiles);
    const { status, body: answer } = await send(served.url, `${body}--b--\r\n`);
    expect([status, JSON.parse(answer).error]).toEqual([400, expect.stringContaining("first part")]);
  });

  it("whose call is larger than the limit is told so", async () => {
    await using served = await serveWork(readFiles);
    const { status } = await send(served.url, `${part('name="call"', " ".repeat(3_000_000))}--b--\r\n`);
    expect(status).toBe(413);
  });

  it("of more parts than a call may have is broken", async () => {
    await using served = await serveWork(readFiles);
    const parts = Array.from({ length: 10_100 }, (_, index) => part(`name="data_${index}"; filename="a"`, "x"));
    expect(JSON.parse((await send(served.url, `${CALL}${parts.join("")}--b--\r\n`)).body).error).toMatch(
      /^broke after/,
    );
  });
});
