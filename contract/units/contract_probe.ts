/** Commands that answer in every way a module may, and in some that it may not. */
const answered = (more) => ({ result: true, message: "done", ...more });

export const CmdEcho = async ({ user, params, files }) => answered({ detail: { user: user.login, params, files } });

export const CmdRows = async ({ params }) =>
  answered({ tables: { rows: Array.from({ length: params.count }, (_, id) => ({ id: `${id}`, name: params.name })) } });

export const CmdIterables = async () =>
  answered({
    tables: {
      list: [{ id: 1 }],
      iterable: new Set([{ id: 2 }]),
      stream: (async function* () {
        yield { id: 3 };
      })(),
    },
  });

export const CmdValues = async () =>
  answered({
    detail: { big: 9007199254740993n, day: new Date(2026, 8, 18, 14, 5, 0), bytes: Buffer.from([0, 255]) },
    tables: { rows: [{ big: 9007199254740993n, day: new Date(2026, 8, 18, 14, 5, 0), bytes: Buffer.from([0, 255]) }] },
    beyond: "kept",
  });

export const CmdBare = async () => ({ result: true });

export const CmdRefuse = async () => ({ result: false, message: "Not today", detail: { why: "closed" } });

export const CmdThrow = async () => {
  throw new Error("the shelf fell");
};

export const CmdNoResult = async () => ({ message: "no result here" });

export const CmdBadTable = async () => answered({ tables: { "no name": [] } });

export const CmdBreakHalfWay = async () =>
  answered({
    tables: {
      rows: (async function* () {
        yield { id: 1 };
        throw new Error("half-way");
      })(),
    },
  });

export const CmdCircle = async () => {
  const detail = {};
  detail.detail = detail;
  return answered({ detail });
};

export const CmdQuery = async ({ db }) => {
  console.log("this line goes to Core's log");
  const [row] = await db.rows("SELECT :TEXT AS text, '{DBNICK}' AS nick", { text: "o'clock" });
  return answered({ detail: row });
};

export const CmdTake = async ({ files }) => answered({ files });

/** Elements to hang files on, and the kinds of a brand's files; the other entities take any kind. */
export const CmdShelve = async ({ db }) => {
  await db.insert(
    "brand",
    [1, 2, 3].map((id) => ({ id, name: `brand ${id}` })),
  );
  await db.insert("topic", [{ id: 1, name: "section" }]);
  await db.insert("store", [{ id: 1, name: "goods" }]);
  const kinds = ["kBase", "kSide"].map((key_name, pos) => ({ id: pos + 1, key_code: "FILES_BRAND", key_name, pos }));
  await db.insert("key_value", kinds);
  return answered({});
};

export const CmdTakeFirst = async ({ files }) =>
  answered({ files: [{ entity: files[0].entity, id: `${files[0].id}` }] });

export const CmdLeave = async ({ params }) => ({ result: params.result, message: params.message });

export const CmdDrop = async () => {
  throw new Error("dropped");
};

/** The rows of an entity's files as the module itself reads them, and what is marked. */
export const CmdRowsOf = async ({ db, params }) =>
  answered({
    detail: {
      rows: await db.rows(`SELECT * FROM {DBNICK}_files_${params.entity} ORDER BY id`),
      marked: (await db.rows("SELECT table_name FROM {DBNICK}_change_mark ORDER BY 1")).map((row) => row.table_name),
    },
  });

/** Holds the files of an entity in work as another operation does that has not ended. */
export const CmdHold = async ({ db, params }) => {
  await db.run("DELETE FROM {DBNICK}_oper_block");
  if (params.entity === undefined) return answered({});
  await db.insert("oper_block", [
    {
      table_name: `files_${params.entity}`,
      user_id: 1,
      from_time: "2026-09-18 14:05:00",
      call_id: "other",
      holder: "other:1:",
    },
  ]);
  return answered({});
};
