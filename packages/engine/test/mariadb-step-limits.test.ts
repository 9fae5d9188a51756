import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MariadbSteps, readStep } from "./mariadb-steps.ts";

let store: MariadbSteps;
beforeAll(async () => {
  store = await MariadbSteps.create();
});
afterAll(() => store[Symbol.asyncDispose]());

describe("x", () => {
  it("reads", async () => {
    console.log(await store.read("SELECT 1 x, NULL y, 'ї\"' z, ? v, x'00ff' b, b'101' bit, 1.50 d, 1e300 e", ["a'b"]));
    console.log(await store.read("SELECT @@tx_read_only ro, @@sql_mode m, @@character_set_results, @@max_statement_time, @@in_transaction t, @@collation_connection"));
    console.log(await store.read("SELECT SLEEP(3)", [], {timeoutMs: 300}));
    console.log(await store.scratch.atWork());
    console.log(await store.read("SELECT seq FROM seq_1_to_100000000"));
    console.log(await store.read("SELECT * FROM nope"));
    console.log(await store.read("insert into t values (1)"));
    const c = await store.steps.connect("write");
    console.log(await c.run("create table t (id int auto_increment primary key, a text)", [], {maxRows:1,timeoutMs:3000,signal:new AbortController().signal}));
    console.log(await c.run("insert into t (a) values (?),('b')", ["x"], {maxRows:1,timeoutMs:3000,signal:new AbortController().signal}));
    console.log(await readStep(c, "select * from t"));
    await c.close();
    console.log(await store.read("SELECT @@tx_read_only ro, @@sql_mode m, @@character_set_results, @@max_statement_time, @@in_transaction t, @@collation_connection"));
  });
});
