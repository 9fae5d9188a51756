import { serverRefusals } from "@prilavok/protocol";
import { describe, expect, test } from "vitest";
import { isUnreachable, mysqlReason, RefusedByServer } from "./mysql-errors.ts";

const refused = (code: number, text: string) => new RefusedByServer({ code, text });

describe("a server that stands but takes no statements", () => {
  test.each([
    ["is a node of Galera without its cluster", 1047, "WSREP has not yet prepared node for application use"],
    ["is a member of Group Replication without its group", 3100, "Error on observer while running replication hook"],
    ["is one that goes down", 1053, "Server shutdown in progress"],
    ["is one that only reads", 1290, "The MySQL server is running with the --super-read-only option so it cannot …"],
  ])("%s: it cannot be used, in its own words", (_title, code, text) => {
    expect([isUnreachable(refused(code, text)), mysqlReason(refused(code, text))]).toEqual([true, text]);
    const fromDriver = Object.assign(new Error(text), { errno: code, sqlState: "HY000" });
    expect([isUnreachable(fromDriver), mysqlReason(fromDriver)]).toEqual([true, text]);
  });

  test("is told apart from one that refuses a statement", () => {
    const option =
      "The MariaDB server is running with the --secure-file-priv option so it cannot execute this statement";
    for (const error of [refused(1290, option), refused(1064, "You have an error in your SQL syntax")]) {
      expect(isUnreachable(error)).toBe(false);
    }
  });

  test("is one to come back to", () => {
    expect(serverRefusals.unreachable("db:3306/shop", "WSREP has not yet prepared node for application use")).toBe(
      "The database server at db:3306/shop cannot be used: WSREP has not yet prepared node for application use. It stands but does not take this now, as a server that has lost the others of its cluster or only reads: repeat the call in a few seconds, and look at the server where that lasts.",
    );
  });
});

describe("what was undone for another writer's sake", () => {
  test.each([
    [1213, true],
    [3101, true],
    [1205, false],
    [1062, false],
  ])("is a refusal of number %i: %s", (code, isUndone) => {
    expect(refused(code, "…").isUndone).toBe(isUndone);
  });
});
