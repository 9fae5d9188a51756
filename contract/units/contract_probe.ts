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
