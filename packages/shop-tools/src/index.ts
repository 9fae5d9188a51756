export { shippedTools, unitsFolder } from "./shipped-tools.ts";
