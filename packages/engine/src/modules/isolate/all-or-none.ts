import type { ModuleConnection } from "../../sql/module-connection.ts";
import { repeatUndone } from "../../sql/repeat-undone.ts";

/** Lets statements be done all or none: in a transaction of their own, or as a part of the one that is open. */
export function allOrNone<Result>(connection: ModuleConnection, work: () => Promise<Result>): Promise<Result> {
  const isPart = connection.inTransaction;
  return repeatUndone(connection, async () => {
    if (isPart) await connection.run("SAVEPOINT all_or_none");
    else await connection.begin();
    try {
      const result = await work();
      await connection.run(isPart ? "RELEASE SAVEPOINT all_or_none" : "COMMIT");
      return result;
    } catch (error) {
      if (connection.inTransaction) await connection.run(isPart ? "ROLLBACK TO SAVEPOINT all_or_none" : "ROLLBACK");
      throw error;
    }
  });
}
