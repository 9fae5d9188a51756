import { expect, it } from "vitest";
import { similarNames } from "./similar-names.ts";

const names = ["store", "store_set", "store_info", "user", "user_task", "user_task_note", "topic", "key"];

it("finds the names a misspelled one could mean, the closest first", () => {
  expect(similarNames("stroe", names)).toEqual(["store"]);
  expect(similarNames("USERS", names)).toEqual(["user"]);
  expect(similarNames("task", names)).toEqual(["user_task", "user_task_note"]);
});

it("finds nothing where nothing is close", () => {
  expect(similarNames("zzzzzz", names)).toEqual([]);
  expect(similarNames("", names)).toEqual([]);
});
