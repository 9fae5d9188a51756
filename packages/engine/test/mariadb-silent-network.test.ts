import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mysqlStepConnections } from "../src/sql/mysql-step-connections.ts";
import { MariadbSteps, NO_LIMITS, readStep } from "./mariadb-steps.ts";

/** A way to the server on which connections that are open can be made to lose every packet, without a word. */
class SilentWay {
  readonly #server: Server;
  #open: Socket[] = [];

  constructor(to: { readonly host: string; readonly port: number }) {
    this.#server = createServer((client) => {
      const server = connect(to.port, to.host);
      client.on("error", () => {}).pipe(server);
      server.on("error", () => {}).pipe(client);
      this.#open.push(client, server);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  fallSilent(): void {
    for (const socket of this.#open) socket.unpipe().pause();
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }
}

describe("connections that lie idle while the network forgets them", () => {
  let store: MariadbSteps;
  let way: SilentWay;
  let steps: ReturnType<typeof mysqlStepConnections>;
  beforeAll(async () => {
    store = await MariadbSteps.create();
    const { host, port } = store.scratch.address;
    way = new SilentWay({ host, port });
    const address = { ...store.scratch.address, host: "127.0.0.1", port: await way.listen() };
    const limits = { readerMemoryMb: 512, readers: 4 };
    steps = mysqlStepConnections({
      server: { ...store.db.server, address },
      limits,
      kill: (thread) => store.db.kill(thread),
    });
  });
  afterAll(async () => {
    await steps.close();
    way.close();
    await store[Symbol.asyncDispose]();
  });

  const read = async () => {
    const connection = await steps.connect("read");
    const { end } = await readStep(connection, "SELECT 1 x", [], { timeoutMs: 1000 });
    await connection.close();
    return end.kind;
  };

  it("end a reading step at its time, and the next one is answered", async () => {
    expect(await read()).toBe("done");
    await pause(500);
    way.fallSilent();
    expect(await read()).toBe("error");
    expect(await read()).toBe("done");
  });

  it("are given up by a writing pool before its first step", async () => {
    expect(await read()).toBe("done");
    way.fallSilent();
    const connection = await steps.connect("write");
    expect(await connection.run("DO 1", [], NO_LIMITS)).toEqual({ affected: 0, insertId: "0" });
    await connection.close();
  });
});
