import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitsSchema } from "./fits-schema.ts";

type Schema = Record<string, unknown>;

const names = fc.constantFrom("a", "b", "c");
const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    {},
    { type: "string" },
    { type: "integer" },
    { type: "number" },
    { type: ["boolean", "null"] },
  ),
  fc.constant<Schema>({ type: "string", enum: ["x", "y"] }),
);
const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc
      .record({
        properties: fc.dictionary(names, tie("schema"), { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      })
      .map((parts): Schema => ({ type: "object", ...parts })),
  ),
}));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>("x", "z", 1, 1.5, true, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }),
  ),
}));

describe("fitsSchema", () => {
  it("judges plain schemas as Ajv does, which clients use", () => {
    const ajv = new AjvJsonSchemaValidator();
    let fitted = 0;
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 5, maxLength: 5 }), (plain, values) => {
        const validate = ajv.getValidator(plain);
        for (const one of values) {
          const fits = fitsSchema(one, plain);
          expect(fits).toBe(validate(one).valid);
          fitted += Number(fits);
        }
      }),
      { numRuns: 300 },
    );
    expect(fitted).toBeGreaterThan(100);
  });
});
