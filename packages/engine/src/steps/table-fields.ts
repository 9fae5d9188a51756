import { fromJsonText } from "./field-values.ts";
import type { StepFields, WrongField } from "./step-kind.ts";

/** The `table` of a step. */
export function readTableName(fields: StepFields): string | WrongField {
  const table = fields.get("table");
  return typeof table === "string" ? table : { field: "table", takes: "the name of a table" };
}

/** The `tables` of a step, one name or a list. */
export function readTableList(fields: StepFields): readonly string[] | WrongField {
  const tables = [fromJsonText(fields.get("tables"))].flat();
  return tables.length > 0 && tables.every((table) => typeof table === "string")
    ? tables
    : { field: "tables", takes: 'a list of tables, ["store"]' };
}
