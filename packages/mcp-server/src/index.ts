export { type McpDoor, serveMcp } from "./door/serve-mcp.ts";
export type { LocalFence } from "./local/local-place.ts";
export { SessionHolder } from "./session/session-holder.ts";
export type { KnownStore, OpenStore, StoreCarrier, StoreDirectory } from "./store/store-carrier.ts";
export { allTools } from "./tools/all-tools.ts";
export type { ToolAnswer, ToolContext, ToolDefinition } from "./tools/tool-definition.ts";
