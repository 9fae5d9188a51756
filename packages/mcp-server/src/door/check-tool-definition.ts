import type { ToolDefinition } from "../tools/tool-definition.ts";
import { isObject } from "./is-object.ts";

const TOKENS = 800;
const CHARACTERS_A_TOKEN = 4;
/** Hosts cut longer descriptions. */
const DESCRIPTION_BYTES = 2048;
const TYPES = ["string", "number", "integer", "boolean", "object", "array"];
const FORBIDDEN = ["$ref", "$defs", "anyOf", "oneOf", "allOf", "not", "if", "format", "pattern", "patternProperties"];

/**
 * What hosts and model interfaces are known to choke on, one line a finding, none for a sound tool: names, sizes, and
 * schemas that are not plain. In an output schema a member may also be null.
 */
export function checkToolDefinition(tool: ToolDefinition): string[] {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const characters = description.length + JSON.stringify(inputSchema).length + JSON.stringify(outputSchema).length;
  const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN);
  return [
    ...(/^[a-z0-9_]{1,40}$/.test(name) ? [] : [`the name must match ^[a-z0-9_]{1,40}$`]),
    ...(title === "" ? ["the title is empty"] : []),
    ...(description === "" ? ["the description is empty"] : []),
    ...(Buffer.byteLength(description) > DESCRIPTION_BYTES
      ? [`the description is over ${DESCRIPTION_BYTES} bytes`]
      : []),
    ...(tokens > TOKENS ? [`description and schemas take ${tokens} tokens, ${TOKENS} at most`] : []),
    ...checkSchema(inputSchema, "inputSchema", false),
    ...checkSchema(outputSchema, "outputSchema", true),
  ].map((finding) => `${name}: ${finding}`);
}

function checkSchema(schema: unknown, path: string, nullable: boolean): string[] {
  if (!isObject(schema)) return [`${path} is not a schema`];
  const { type, items, properties, additionalProperties } = schema;
  const found = FORBIDDEN.filter((keyword) => keyword in schema).map((keyword) => `${path} has ${keyword}`);
  if (!isPlainType(type, nullable)) found.push(`${path}.type is ${JSON.stringify(type)}, not one plain type`);
  if ([type].flat().includes("array")) found.push(...checkSchema(items, `${path}.items`, nullable));
  if (isObject(additionalProperties)) found.push(...checkSchema(additionalProperties, `${path}.*`, nullable));
  if (Array.isArray(schema.enum) && !schema.enum.every((value) => typeof value === "string")) {
    found.push(`${path}.enum holds something else than texts`);
  }
  const members = Object.entries(isObject(properties) ? properties : {});
  for (const [name, member] of members) {
    const described = isObject(member) && typeof member.description === "string" && member.description !== "";
    if (!described) found.push(`${path}.${name} has no description`);
    found.push(...checkSchema(member, `${path}.${name}`, nullable));
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  const unknown = required.filter((name) => !members.some(([known]) => known === name));
  return [...found, ...unknown.map((name) => `${path} requires ${String(name)}, which it does not have`)];
}

function isPlainType(type: unknown, nullable: boolean): boolean {
  const [plain, ...others]: unknown[] = nullable ? [type].flat() : [type];
  const alone = others.length === 0 || (others.length === 1 && others[0] === "null");
  return typeof plain === "string" && TYPES.includes(plain) && alone;
}
