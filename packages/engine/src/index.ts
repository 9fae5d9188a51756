export { addGroup } from "./access/add-group.ts";
export { addPerson, type NewPerson } from "./access/add-person.ts";
export { blockPerson } from "./access/block-person.ts";
export { type ChangedGrants, changeGrants } from "./access/change-grants.ts";
export { type DeviceAccess, deviceAccess } from "./access/device-access.ts";
export type { Exchanged, PasswordOffer } from "./access/exchange-password.ts";
export { type ExplainedGrants, explainGrants } from "./access/explain-grants.ts";
export { type ListedGroup, listGroups } from "./access/list-groups.ts";
export { type ListedPerson, listPeople } from "./access/list-people.ts";
export { type ListedToken, listTokens } from "./access/list-tokens.ts";
export { revokeTokens } from "./access/revoke-tokens.ts";
export { setPassword } from "./access/set-password.ts";
export { type ActivityQuery, type LoggedCall, readActivity } from "./activity/read-activity.ts";
export { type AuditedStore, auditFiles, type FilesAudit, removeAudited } from "./attachments/audit-files.ts";
export { type OpenCore, openCore } from "./call/open-core.ts";
export { buildUnit } from "./modules/build-unit.ts";
export {
  createModuleRunner,
  type ModuleLimits,
  type ModuleRunner,
  type ModuleRunnerOptions,
} from "./modules/create-module-runner.ts";
export type { ModuleCall, ModuleEnd, ModulePerson, RunModule } from "./modules/module-call.ts";
export { secretsProblem } from "./modules/secrets.ts";
export { checkModules } from "./registry/check-modules.ts";
export { type CheckedTool, checkTool } from "./registry/check-tool.ts";
export { newTool } from "./registry/new-tool.ts";
export { putTool } from "./registry/put-tool.ts";
export { readRegistry } from "./registry/read-registry.ts";
export { type RemovedTool, removeTool } from "./registry/remove-tool.ts";
export type { ToolDraft } from "./registry/tool-draft.ts";
export { toolTypes } from "./registry/tool-types.ts";
export { unitOfModule } from "./registry/unit-of-module.ts";
export { UNITS_TSCONFIG_MARK, unitsTsconfig } from "./registry/units-tsconfig.ts";
export { findAccountExcess } from "./sql/mysql-account.ts";
export { checkDatabase } from "./store/check-database.ts";
export { type CreatedStore, createStore, type NewStore, type StoreDraft } from "./store/create-store.ts";
export { openStore, type Store } from "./store/open-store.ts";
export { type Relation, type Relations, readRelations } from "./store/relations.ts";
export { SCHEMA } from "./store/schema.ts";
