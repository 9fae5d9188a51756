import type { Row, ShopDatabase, Tables } from "./shop-database.ts";

const UNIT = "MELBIS_AGENT_CURRENCY";

const GROUPS = [
  { skey: "content", name: "Контент-менеджеры" },
  { skey: "sales", name: "Відділ продажу" },
] as const;

const USERS = [
  { login: "olena", name: "Олена Коваль", group: "content", more: undefined, email: "olena@shop.example" },
  { login: "ivan", name: "Иван Петров", group: "sales", more: undefined, email: "ivan@shop.example" },
  { login: "maria", name: "Maria Nowak", group: "sales", more: "content", email: "maria@shop.example" },
] as const;

type Holder = (typeof GROUPS)[number]["skey"] | (typeof USERS)[number]["login"];

/** Content managers read the database and look at currencies; sellers keep the rates; Maria may also remove. */
const RIGHTS: Partial<Record<Holder, readonly string[]>> = {
  content: [
    "AGENT_TOOL_LIST",
    "AGENT_TOOL_RUN",
    "AGENT_ENGINE_DB_TABLES",
    "AGENT_ENGINE_DB_SELECT",
    "AGENT_MEMORY_LIST",
  ],
  sales: ["AGENT_TOOL_LIST", "AGENT_TOOL_RUN"],
  maria: ["AGENT_ENGINE_DB_LOCKS", "AGENT_ENGINE_DB_UNLOCKS"],
};
const COMMANDS: Partial<Record<Holder, readonly string[]>> = {
  content: ["CmdList"],
  sales: ["CmdList", "CmdAdd", "CmdUpdate", "CmdPos"],
  maria: ["CmdRemove"],
};

export interface DemoPeople {
  readonly tables: Tables;
  /** In the order olena, ivan, maria. */
  readonly userIds: readonly number[];
}

/** Two groups and three people beside the owner, with rights and grants that make a refusal of each kind possible. */
export async function demoPeople(db: ShopDatabase): Promise<DemoPeople> {
  const groupIds = await idsAfter(db, "user_group", GROUPS.length);
  const userIds = await idsAfter(db, "user", USERS.length);
  const groupId = (skey: string | undefined) => groupIds[GROUPS.findIndex((group) => group.skey === skey)] ?? null;
  const userId = (login: string) => userIds[USERS.findIndex((user) => user.login === login)] ?? null;

  const rights = await db.all<{ id: number; name: string }>(
    "SELECT id, command AS name FROM {DBNICK}_oper WHERE folder = 0",
  );
  const commands = await db.all<{ id: number; name: string }>(
    `SELECT c.id, c.name FROM {DBNICK}_agent_tool_command c
     JOIN {DBNICK}_agent_tool t ON t.id = c.tool_id WHERE UPPER(t.unit) = ?`,
    [UNIT],
  );
  const grants = (granted: typeof RIGHTS, known: typeof rights, column: string): Row[] =>
    Object.entries(granted).flatMap(([holder, names]) =>
      known
        .filter(({ name }) => names.includes(name))
        .map(({ id }) => ({ [column]: id, user_id: userId(holder), group_id: groupId(holder) })),
    );

  return {
    userIds,
    tables: {
      user_group: GROUPS.map((group, at) => ({ id: groupIds[at] ?? 0, ...group, pos: at + 1 })),
      user: USERS.map(({ login, name, group, more, email }, at) => ({
        id: userIds[at] ?? 0,
        group_id: groupId(group),
        login,
        name,
        email,
        add_group_id: groupId(more),
      })),
      oper_right: await numbered(db, "oper_right", grants(RIGHTS, rights, "oper_id")),
      agent_tool_right: await numbered(db, "agent_tool_right", grants(COMMANDS, commands, "command_id")),
    },
  };
}

/** The ids that the table's generator is to give next. */
async function idsAfter(db: ShopDatabase, table: string, count: number): Promise<number[]> {
  const [row] = await db.all<{ gen_value: number }>("SELECT gen_value FROM {DBNICK}_generator WHERE table_name = ?", [
    table,
  ]);
  const last = Number(row?.gen_value ?? 0);
  return Array.from({ length: count }, (_, at) => last + at + 1);
}

async function numbered(db: ShopDatabase, table: string, rows: readonly Row[]): Promise<Row[]> {
  const ids = await idsAfter(db, table, rows.length);
  return rows.map((row, at) => ({ id: ids[at] ?? 0, ...row }));
}
