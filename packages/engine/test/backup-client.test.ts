import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runServerClient } from "../src/backup/server-client.ts";
import { readMysqlAddress } from "../src/sql/mysql-address.ts";

const before = process.env.PATH;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "backup-client-"));
  process.env.PATH = `${home}${delimiter}${before}`;
});
afterEach(() => {
  process.env.PATH = before;
  rmSync(home, { recursive: true });
});

it("a dump by MySQL's program leaves the server's transaction numbers out, which would take further rights", async () => {
  const program = join(home, "mariadb-dump");
  writeFileSync(program, '#!/bin/sh\ncat "$' + '{1#--defaults-extra-file=}"\n');
  chmodSync(program, 0o755);
  const address = readMysqlAddress("mysql://u:p@h/d");
  if ("problem" in address) throw new Error(address.problem);
  let settings = "";
  const output = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      settings += piece.toString("utf8");
      done();
    },
  });
  await runServerClient("dump", address, home, [], { output });
  expect(settings).toMatch(/^\[mysqldump\]\nloose-set-gtid-purged=OFF$/m);
});
