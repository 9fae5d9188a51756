export { type OpenCore, openCore } from "./call/open-core.ts";
export { type CheckedTool, checkTool } from "./registry/check-tool.ts";
export { newTool } from "./registry/new-tool.ts";
export { putTool } from "./registry/put-tool.ts";
export type { ToolDraft } from "./registry/tool-draft.ts";
export { toolTypes } from "./registry/tool-types.ts";
