/**
 * The peers, each as its own page says: the package at a pinned version, how it is started on a database, and how its
 * answer to a query becomes a list of rows. None of them is told to cap or to guard more than it does by itself.
 */
export const PEER_SERVERS = [
  {
    name: "dbhub",
    packageName: "@bytebase/dbhub",
    version: "1.4.0",
    main: "dist/index.js",
    runsOn: "Node",
    start: ({ host, port, user, password, database }) => ({
      args: ["--transport", "stdio", "--dsn", `mariadb://${user}:${password}@${host}:${port}/${database}`],
    }),
    tool: "execute_sql",
    readRows: ({ content }) => JSON.parse(content[0].text).data.statements[0].rows,
  },
  {
    name: "mcp-server-mysql",
    packageName: "@benborla29/mcp-server-mysql",
    version: "2.0.9",
    main: "dist/index.js",
    runsOn: "Node",
    start: ({ host, port, user, password, database }) => ({
      args: [],
      env: { MYSQL_HOST: host, MYSQL_PORT: port, MYSQL_USER: user, MYSQL_PASS: password, MYSQL_DB: database },
    }),
    tool: "mysql_query",
    readRows: ({ content }) => JSON.parse(content[0].text),
  },
  {
    name: "MCP Toolbox",
    packageName: "@toolbox-sdk/server",
    version: "1.12.0",
    main: "bin/run.js",
    runsOn: "Go",
    start: ({ host, port, user, password, database }) => ({
      args: ["--prebuilt", "mysql", "--stdio"],
      env: {
        MYSQL_HOST: host,
        MYSQL_PORT: port,
        MYSQL_USER: user,
        MYSQL_PASSWORD: password,
        MYSQL_DATABASE: database,
      },
    }),
    tool: "execute_sql",
    readRows: ({ content }) => content.map(({ text }) => JSON.parse(text)),
  },
];
