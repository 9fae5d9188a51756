import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Pure tests read the packages' sources; tests of processes read what the processes run, the build. */
const fromSource = { resolve: { conditions: ["source", ...defaultServerConditions] } };

/** Stores that tests make are not to become known to the user who runs them. */
const configFolder = fileURLToPath(new URL("node_modules/.cache/prilavok-tests", import.meta.url));

export default defineConfig({
  test: {
    projects: [
      {
        ...fromSource,
        ssr: fromSource,
        test: {
          name: "pure",
          include: ["packages/*/src/**/*.test.ts", "contract/**/*.pure.test.ts", "scripts/**/*.test.mjs"],
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "processes",
          include: ["packages/*/test/**/*.test.ts", "contract/**/*.test.ts"],
          exclude: ["**/node_modules/**", "contract/**/*.pure.test.ts"],
          globalSetup: ["scripts/mariadb-server.mjs"],
          pool: "forks",
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          env: { PRILAVOK_CONFIG_DIR: configFolder },
          // Some tests race real processes; on a busy machine one may lose, a fault loses three times.
          retry: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
