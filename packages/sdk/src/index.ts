export type { Answer, Refusal, TableRows, TakenFile } from "./answer.ts";
export { type Command, command } from "./command.ts";
export type { Attachment, CommandContext, Person } from "./command-context.ts";
export type { Bindable, Db, Params, Row, Written } from "./db.ts";
