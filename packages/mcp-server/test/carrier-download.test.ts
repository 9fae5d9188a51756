import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { HostileCore } from "./hostile-core.ts";

describe("a download", () => {
  it("brings the bytes with their size", async () => {
    await using core = await HostileCore.start((request, response) => {
      expect([request.method, request.url, request.headers.authorization]).toEqual([
        "GET",
        "/files/store/12",
        "Bearer token",
      ]);
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": 5 }).end("hello");
    });
    const download = await core.carrier.download({ entity: "store", id: "12" }, new AbortController().signal);
    if ("refusal" in download) throw new Error(download.refusal);
    const chunks: Uint8Array[] = [];
    for await (const chunk of download.bytes) chunks.push(chunk);
    expect([download.sizeBytes, Buffer.concat(chunks).toString()]).toEqual([5, "hello"]);
  });

  it("that broke off before anybody read it throws as well", async () => {
    await using core = await HostileCore.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": 1_000_000 });
      response.write("half");
    });
    const download = await core.carrier.download({ entity: "store", id: "12" }, new AbortController().signal);
    if ("refusal" in download) throw new Error(download.refusal);
    core.cutConnections();
    await pause(100);
    const reading = (async () => {
      for await (const piece of download.bytes) void piece;
    })();
    await expect(reading).rejects.toThrow("the connection broke");
  });

  it("that is refused says why, and one that breaks off throws", async () => {
    await using core = await HostileCore.start((_request, response, tries) => {
      if (tries === 1)
        response.writeHead(200, { "content-type": "application/json" }).end('{"ok":false,"ms":0,"error":"no"}');
      else if (tries === 2) response.writeHead(404).end();
      else if (tries === 3) response.writeHead(200, { "content-type": "application/octet-stream" }).end("x");
      else response.writeHead(200, { "content-type": "application/octet-stream", "content-length": 5 }).write("he");
    });
    const download = () => core.carrier.download({ entity: "store", id: "../../12" }, new AbortController().signal);
    expect(await download()).toEqual({ refusal: "no" });
    expect(await download()).toEqual({ refusal: expect.stringContaining("status 404") });
    expect(await download()).toEqual({ refusal: expect.stringContaining("no answer of a store") });
    const stuck = await download();
    if ("refusal" in stuck) throw new Error(stuck.refusal);
    const read = async () => {
      for await (const chunk of stuck.bytes) expect(Buffer.from(chunk).toString()).toBe("he");
    };
    await expect(read()).rejects.toThrow();
  });
});
