import type { LexRules } from "../../sql/lex-rules.ts";
import type { ModuleConnection } from "../../sql/module-connection.ts";
import type { IsolateSettings } from "../isolate-messages.ts";
import { sendControl } from "./answer-writer.ts";

/** The isolate's connection and how it reads a text; only the driver of its database is loaded. */
export async function connectModule({
  database,
  nick,
  moduleSeconds,
}: IsolateSettings): Promise<{ readonly connection: ModuleConnection; readonly rules: LexRules }> {
  if (database.engine === "sqlite") {
    const { SqliteModuleConnection } = await import("../../sql/sqlite-module-connection.ts");
    const rules = { dialect: "sqlite", noBackslashEscapes: true, ansiQuotes: true } as const;
    return { connection: new SqliteModuleConnection(database.file, nick), rules };
  }
  const { MysqlModuleConnection } = await import("../../sql/mysql-module-connection.ts");
  const { server } = database;
  const connection = new MysqlModuleConnection({
    server,
    nick,
    statementSeconds: moduleSeconds,
    onConnect: (thread) => sendControl({ connection: thread }),
  });
  return { connection, rules: server.rules };
}
