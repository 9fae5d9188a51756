import type { Relations } from "./relations.ts";

/** A main table a line, then the fields that point at it; `?` after a field that may stand empty. */
const SHIPPED = `
topic: topic_store.topic_id topic_right.topic_id files_topic.elem_id
store: topic_store.store_id store_info.store_id store_param.store_id store_set.store_id store_comment.store_id files_store.elem_id orders_store.store_id?
info: info_value.info_id store_info.info_id files_info.elem_id
info_value: store_info.value_id? files_info_value.elem_id
param: param_value.param_id store_param.param_id
param_value: store_param.value_id?
brand: store.brand_id? files_brand.elem_id
provider: store.provider_id? currency.provider_id?
provider_group: provider.group_id?
disc_group: disc_rate.group_id store.disc_group_id?
user: user_task.user_id user_task.exec_id user_task_note.user_id? agent_memory.user_id? agent_tool_right.user_id? oper_right.user_id? topic_right.user_id?
oper: oper_right.oper_id
user_group: user.group_id? user.add_group_id? agent_tool_right.group_id? oper_right.group_id? topic_right.group_id? agent_memory.group_id?
key_value: files_key_value.elem_id
user_task: user_task_note.task_id
agent_tool: agent_tool_command.tool_id
agent_tool_command: agent_tool_param.command_id agent_tool_right.command_id
orders: orders_version.order_id
orders_version: orders_store.version_id
client: orders_version.client_id?
client_group: client.group_id?
`;

/** The map of the shipped schema, as a new store's `relations.json` holds it. */
export function shippedRelations(): Relations {
  return SHIPPED.trim()
    .split("\n")
    .flatMap((line) => {
      const [main = "", fields = ""] = line.split(": ");
      return fields.split(" ").map((field) => {
        const [, table = "", key = "", mark] = /^(\w+)\.(\w+)(\?)?$/.exec(field) ?? [];
        return { main, table, key, nullable: mark !== undefined };
      });
    });
}
