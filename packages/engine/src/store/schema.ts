import { readTable, type Table } from "./table-notation.ts";

/** What a store keeps element files of: each has its `files_<entity>` table. */
export const FILE_ENTITIES = ["store", "topic", "brand", "info", "info_value", "key_value"] as const;

/** Tables whose every change raises the counter in `agent_version`: what a registry read depends on. */
export const VERSIONED_TABLES = [
  "agent_tool",
  "agent_tool_command",
  "agent_tool_param",
  "agent_tool_right",
  "user",
  "user_group",
  "oper",
  "oper_right",
  "key",
  "key_value",
  "lang",
] as const;

/** The schema of a store as data: every table of the reference, in its notation. */
export const SCHEMA: readonly Table[] = [
  // People and rights
  readTable(
    "user",
    `id int u, group_id int u null, login char(100), pass_code char(32), name char(255), phone char(255),
      email char(255), params text, add_group_id int u null, is_blocked tinyint u`,
    "primary id; group_id; add_group_id",
  ),
  readTable(
    "user_group",
    "id int u, skey char(32), name char(100), phone char(255), email char(255), pos int u",
    "primary id",
  ),
  readTable(
    "oper",
    `id int u, name char(100), tindex int u, tlevel int u, absindex int u, folder tinyint u,
      command char(100), allow_from datetime, allow_to datetime, load_max_1 decimal(10,2),
      load_max_5 decimal(10,2), load_max_15 decimal(10,2)`,
    "primary id; command",
  ),
  readTable(
    "oper_right",
    "id int u, oper_id int u null, user_id int u null, group_id int u null",
    "primary id; oper_id; user_id; group_id",
  ),
  readTable(
    "oper_block",
    `table_name char(100), oper_id int u null, user_id int u null, from_time datetime, successful tinyint u,
      call_id char(36), holder char(100)`,
    "unique user_id, table_name",
  ),

  // Registry of settings, generators
  readTable(
    "key",
    "id int u, code char(100), name char(100), tindex int u, tlevel int u, absindex int u, folder tinyint u",
    "primary id",
  ),
  readTable(
    "key_value",
    "id int u, key_code char(100), key_name char(100), value_txt text, sys_key tinyint u, pos int u",
    "primary id; key_code",
  ),
  readTable("generator", "table_name char(50), gen_value int u", "primary table_name"),

  // AI tools and memory
  readTable(
    "agent_tool",
    `id int u, name char(255), descr text, tindex int u, tlevel int u, absindex int u, folder tinyint u,
      unit char(100)`,
    "primary id; tindex; absindex; unit",
  ),
  readTable(
    "agent_tool_command",
    "id int u, tool_id int u null, name char(100), descr text, pos int u",
    "primary id; tool_id",
  ),
  readTable(
    "agent_tool_param",
    `id int u, command_id int u null, name char(100), descr text, value_type char(20), value_req tinyint u,
      value_def char(255), pos int u`,
    "primary id; command_id",
  ),
  readTable(
    "agent_tool_right",
    "id int u, command_id int u null, user_id int u null, group_id int u null",
    "primary id; command_id; user_id; group_id",
  ),
  readTable(
    "agent_memory",
    `id int u auto, user_id int u null, name char(100), info char(255), body text, shared tinyint u,
      edit_time datetime, group_id int u null, level char(10), category char(100), kind_key char(100),
      pos int u`,
    "primary id; unique user_id, name",
  ),

  // Scheduler
  readTable(
    "user_task",
    `id int u auto, user_id int u null, exec_id int u null, name char(255), kind_key char(100),
      state_key char(100), privy tinyint u, date_time datetime`,
    "primary id; user_id",
  ),
  readTable(
    "user_task_note",
    `id int u auto, task_id int u null, user_id int u null, kind_key char(100), state_key char(100),
      content text, date_time datetime`,
    "primary id; task_id; user_id",
  ),

  // Catalog
  readTable(
    "topic",
    `id int u, skey char(32), name char(255), intro text, descr text, tindex int u, tlevel int u,
      absindex int u, no_visible tinyint u, kind_key char(100), link char(255), seo_psu char(255),
      seo_title char(255), in_xml tinyint u, templ_key char(100), order_key char(100), order_asc tinyint u,
      option_code text`,
    "primary id; tindex; absindex; kind_key",
  ),
  readTable(
    "topic_right",
    `id int u, topic_id int u null, user_id int u null, group_id int u null, for_frame tinyint u,
      for_price tinyint u, for_ctrl tinyint u`,
    "primary id; topic_id; user_id; group_id",
  ),
  readTable(
    "topic_store",
    "id bigint u, topic_id int u null, store_id bigint u null, pos bigint u",
    "primary id; store_id; topic_id, store_id",
  ),
  readTable(
    "brand",
    `id int u, skey char(32), name char(255), descr text, kind_key char(100), params char(255),
      seo_code char(255), pos int u`,
    "primary id; kind_key",
  ),
  readTable(
    "provider",
    `id int u, skey char(32), group_id int u null, name char(255), kind_key char(100), state_key char(100),
      params char(255), manager char(255), phones char(255), emails char(255), store char(255),
      serv_addr char(255), serv_phone char(255), notice text, pos int u`,
    "primary id; kind_key; state_key",
  ),
  readTable("provider_group", "id int u, skey char(32), name char(100), pos int u", "primary id"),

  // Attributes and parameters
  readTable(
    "info",
    `id int u, skey char(32), name char(255), descr text, tindex int u, tlevel int u, absindex int u,
      folder tinyint u, kind_key char(100), type_key char(100), in_topic tinyint u, in_goods tinyint u,
      seo_code char(255)`,
    "primary id; tindex; absindex; kind_key",
  ),
  readTable(
    "info_value",
    `id bigint u, skey char(32), info_id int u null, name text, descr text, kind_key char(100),
      params char(255), seo_code char(255), pos bigint u`,
    "primary id; info_id; kind_key",
  ),
  readTable(
    "store_info",
    `id bigint u auto, store_id bigint u null, info_id int u null, value_id bigint u null,
      value_dec decimal(10,4), value_txt text`,
    "primary id; info_id; value_id; store_id, value_id; store_id, info_id, value_id; store_id, info_id, value_dec",
  ),
  readTable(
    "param",
    `id int u, skey char(32), name char(255), kind_key char(100), fixed_set tinyint u, custom_sum tinyint u,
      pos int u`,
    "primary id; kind_key",
  ),
  readTable(
    "param_value",
    `id int u, skey char(32), param_id int u null, name char(255), set_sum decimal(10,2),
      sum_curr_id int u null, pos int u`,
    "primary id; param_id",
  ),
  readTable(
    "store_param",
    `id bigint u, store_id bigint u null, param_id int u null, value_id int u null, value_name char(255),
      value_set_sum decimal(10,2), value_curr_id int u null, pos int u`,
    "primary id; param_id; value_id; store_id, value_id",
  ),

  // Money
  readTable(
    "currency",
    `id int u, skey char(32), name char(32), multiplex decimal(10,4), division tinyint u,
      provider_id int u null, pos int u`,
    "primary id; provider_id",
  ),
  readTable("disc_group", "id int u, skey char(32), name char(255), pos int u", "primary id"),
  readTable(
    "disc_rate",
    `id int u, group_id int u null, kind_key char(100), from_sum decimal(10,2), sum_curr_id int u null,
      disc_proc decimal(10,4), begin_time datetime, end_time datetime`,
    "primary id; group_id",
  ),

  // Goods
  readTable(
    "store",
    `id bigint u, provider_id int u null, brand_id int u null, code_shop char(255), code_prov char(255),
      code_made char(255), meas char(32), name char(255), intro text, descr text, review text,
      no_visible tinyint u, status_key char(100), kind_key char(100), state_key char(100), clann int u,
      clann_title char(255), clann_descr text, clann_root tinyint u, relate_id bigint u, rating tinyint,
      disc_group_id int u null, how int, pprice decimal(10,2), pprice_curr_id int u null, rprice decimal(10,2),
      rprice_curr_id int u null, price decimal(10,2), price_curr_id int u null, price2 decimal(10,2),
      price2_curr_id int u null, price3 decimal(10,2), price3_curr_id int u null, relate_type tinyint u,
      relate_proc decimal(10,2), proc_price2 decimal(10,2), proc_price3 decimal(10,2), min_order int,
      step_order int, seo_psu char(255), seo_title char(255), in_xml tinyint u, templ_key char(100),
      create_time datetime, update_time datetime, edit_time datetime, exist_time datetime, option_code text,
      award_cnt int, award_avg decimal(10,4)`,
    "primary id; code_shop(250); code_prov(250); code_made(250); provider_id; brand_id; relate_id; clann; kind_key; status_key",
  ),
  readTable(
    "store_set",
    `id bigint u auto, store_id bigint u null, obj_key char(100), kind_key char(100), elem_id bigint u null,
      params char(255), comment char(255), pos bigint u`,
    "primary id; store_id; kind_key",
  ),
  readTable(
    "store_comment",
    `id bigint u auto, store_id bigint u null, parent_id bigint u null, user_name char(255),
      user_email char(255), user_ip char(45), params text, award tinyint u, positive text, negative text,
      summary text, pro_cnt int, contra_cnt int, create_time datetime`,
    "primary id; store_id; parent_id",
  ),

  // Customers and orders
  readTable(
    "client",
    `id bigint u, group_id int u null, login char(100), pass char(100), discount decimal(10,4),
      order_sum decimal(10,2), reg_date datetime, last_date datetime`,
    "primary id; group_id",
  ),
  readTable(
    "client_group",
    "id int u, skey char(32), name char(255), price_num tinyint u, discount decimal(10,4), pos int u",
    "primary id",
  ),
  readTable(
    "orders",
    "id bigint u, code char(100), version_id int u null, date_time datetime",
    "primary id; date_time; version_id, date_time",
  ),
  readTable(
    "orders_version",
    `id bigint u, order_id bigint u null, user_id int u null, client_id bigint u null, date_time datetime,
      total_sum decimal(10,2)`,
    "primary id; client_id; order_id; user_id",
  ),
  readTable(
    "orders_store",
    `id bigint u auto, version_id bigint u null, store_id bigint u null, store_provider_id int u null,
      store_brand_id int u null, store_pprice decimal(10,2), store_rprice decimal(10,2),
      store_price decimal(10,2), store_price2 decimal(10,2), store_price3 decimal(10,2), store_how int,
      store_code_shop char(255), store_code_prov char(255), store_code_made char(255), store_meas char(32),
      store_name text, store_kind_key char(100), store_status_key char(100), store_state_key char(100),
      store_min_order int, store_step_order int, recalc tinyint u, out_price decimal(10,2), amount int,
      notice char(255), auto_notice char(255), pos int u`,
    "primary id; version_id; store_id",
  ),

  // Languages
  readTable(
    "lang",
    `id int u, skey char(32), name char(255), descr text, kind_key char(100), params char(255),
      is_origin tinyint u, pos int u`,
    "primary id",
  ),

  // Element files
  ...FILE_ENTITIES.map((entity) =>
    readTable(
      `files_${entity}`,
      `id bigint u, elem_id bigint u null, kind_key char(100), file_name char(100), file_size int u,
        upload_time datetime, upload_ok tinyint u, real_name char(255), parent_id int u null, format_xml text,
        pos int u`,
      "primary id; elem_id, kind_key, pos",
    ),
  ),

  // Of the engine itself
  readTable("user_password", "user_id int u, hash char(255), changed datetime", "primary user_id"),
  readTable(
    "device_token",
    `id int u auto, user_id int u null, token_hash char(64), computer char(255), created datetime,
      last_used datetime null, revoked datetime null`,
    "primary id; unique token_hash; user_id",
  ),
  readTable("password_guess", "subject char(80), failures int u, until_ms bigint u", "primary subject; until_ms"),
  readTable("change_mark", "table_name char(50), version bigint u, change_time datetime", "primary table_name"),
  readTable("agent_version", "line tinyint u, version bigint u", "primary line"),
  readTable("store_meta", "name char(50), value char(255)", "primary name"),
];
