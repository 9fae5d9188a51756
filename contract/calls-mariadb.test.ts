import { describeCalls } from "./describe-calls.ts";
import { serverEngine } from "./stores/mariadb-store-database.ts";

describeCalls(serverEngine);
