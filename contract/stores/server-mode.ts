import { onServer } from "./mariadb-store-database.ts";

/** Runs `work` while the server gives new sessions this `sql_mode`; it is for all who connect, so `work` is short. */
export async function withServerMode<Result>(mode: string, work: () => Promise<Result>): Promise<Result> {
  const [before] = (await onServer("SELECT @@GLOBAL.sql_mode AS mode")) as { mode: string }[];
  await onServer(`SET GLOBAL sql_mode = '${mode}'`);
  try {
    return await work();
  } finally {
    await onServer(`SET GLOBAL sql_mode = '${before?.mode ?? ""}'`);
  }
}
