import { createConnection } from "mysql2/promise";
import { createSchema } from "../src/store/create-schema.ts";
import { MariadbSteps } from "./mariadb-steps.ts";
import type { StepsStore } from "./steps-store.ts";

/** A store of the shipped schema on the server, for the tests of steps. */
export async function makeServerStore(): Promise<StepsStore> {
  const server = await MariadbSteps.create();
  const { scratch, db, steps } = server;
  await createSchema(db);
  return {
    db,
    connectSteps: steps.connect,
    exec: async (sql) => {
      const connection = await createConnection({ uri: scratch.url, multipleStatements: true });
      await connection.query(sql);
      await connection.end();
    },
    close: () => server[Symbol.asyncDispose](),
  };
}
