import { describe, expect, it } from "vitest";
import { reorder } from "../src/units/shop/reorder.ts";

const columns = { texts: ["name"], numbers: ["id", "multiplex", "provider_id"] };
const rows = [
  { id: "1", name: "Гривня", multiplex: "43.85", provider_id: "9" },
  { id: "22", name: "euro", multiplex: "9.5", provider_id: null },
  { id: "3", name: "Dollar", multiplex: "100", provider_id: "10" },
  { id: "4", name: "Злотий", multiplex: "9.5", provider_id: null },
];

describe("reorder", () => {
  it.each([
    ["POS", [{ id: 4 }, { id: "22" }], ["4", "22", "1", "3"]],
    ["pos", [{ id: 1 }], ["1", "22", "3", "4"]],
    ["MOVE", [{ id: 22, inc: 1 }], ["1", "3", "22", "4"]],
    ["MOVE", [{ id: 4, inc: -2 }], ["1", "4", "22", "3"]],
    [
      "MOVE",
      [
        { id: 4, inc: "-1" },
        { id: 1, inc: 2 },
      ],
      ["22", "4", "1", "3"],
    ],
    ["MOVE", [{ id: 4, inc: -500 }], ["4", "1", "22", "3"]],
    ["MOVE", [{ id: 1, inc: 500 }], ["22", "3", "4", "1"]],
    ["MOVE", [{ id: 3, inc: 0 }], ["1", "22", "3", "4"]],
    ["SORT", { field: "name", direction: "ASC" }, ["3", "22", "1", "4"]],
    ["SORT", { field: "name", direction: "desc" }, ["4", "1", "22", "3"]],
    ["SORT", { field: "multiplex" }, ["22", "4", "1", "3"]],
    ["SORT", { field: "multiplex", direction: "DESC" }, ["3", "1", "22", "4"]],
    ["SORT", { field: "provider_id", direction: "ASC" }, ["22", "4", "1", "3"]],
  ])("lays the list anew by %s %j", (type, data, order) => {
    expect(reorder(rows, type, data, columns)).toEqual({ order });
  });

  it.each([
    ["UP", [{ id: 1 }], "type takes POS, MOVE or SORT, and [UP] is none"],
    ["POS", undefined, 'data takes a list like [{"id": 22}]'],
    ["POS", [], 'data takes a list like [{"id": 22}]'],
    ["POS", { id: 1 }, 'data takes a list like [{"id": 22}]'],
    ["POS", [1], 'data[0] is not like [{"id": 22}]'],
    ["POS", [{ id: 1 }, {}], 'data[1] is not like [{"id": 22}]'],
    ["POS", [{ id: 1.5 }], 'data[0] is not like [{"id": 22}]'],
    ["POS", [{ id: 1, inc: 2 }], 'data[0] is not like [{"id": 22}]'],
    ["POS", [{ id: 1 }, { id: "1" }], "data names the id 1 twice"],
    ["POS", [{ id: 1 }, { id: 98 }, { id: 99 }], "there is no row with the id 98, 99"],
    ["MOVE", [{ id: 1 }], 'data[0] is not like [{"id": 22, "inc": -5}]'],
    ["MOVE", [{ id: 1, inc: "up" }], 'data[0] is not like [{"id": 22, "inc": -5}]'],
    ["MOVE", [{ id: 98, inc: 1 }], "there is no row with the id 98"],
    ["SORT", [{ field: "name" }], 'data takes {"field": "name", "direction": "ASC"}'],
    [
      "SORT",
      { field: "pass_code" },
      'data takes {"field": "name", "direction": "ASC"}: field one of name, id, multiplex, provider_id, direction ASC or DESC',
    ],
    ["SORT", { field: "name", direction: "UP" }, 'data takes {"field": "name"'],
    ["SORT", { field: "name", order: "ASC" }, 'data takes {"field": "name"'],
  ])("leaves the list as it is for %s %j", (type, data, reason) => {
    const reordered = reorder(rows, type, data, columns);
    expect(reordered).toEqual({ refusal: expect.stringContaining(`The order was left as it is: ${reason}`) });
  });
});
