import { isObject } from "./is-object.ts";

interface Schema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
}

/**
 * Whether `value` fits a schema of the plain kind this server publishes: `type`, `enum`, `properties`, `required`,
 * `additionalProperties`, `items`. Other keywords are not looked at.
 */
export function fitsSchema(value: unknown, schema: Schema): boolean {
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(value, type))) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  const { items } = schema;
  if (Array.isArray(value)) return !isObject(items) || value.every((item) => fitsSchema(item, items));
  return !isObject(value) || membersFit(value, schema);
}

function membersFit(value: Readonly<Record<string, unknown>>, schema: Schema): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (!required.every((name) => Object.hasOwn(value, name) && value[name] !== undefined)) return false;
  return Object.entries(value).every(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    return member === undefined || (isObject(own) ? fitsSchema(member, own) : own !== false);
  });
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}
