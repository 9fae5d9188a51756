import { join } from "node:path";
import { readRows, showRows } from "./agent.mjs";

/** Photos in folders named by article are hung on the goods of a table, with pictures for the catalogue beside them. */
export async function hangPhotos(agent, goods, { root, store, say, run }) {
  const folder = join(root, "examples", "photos");
  const photos = join(store, "photos");
  say(
    "The photographer brings a folder an article: front.jpg in each, some turned by the camera, a certificate among them.",
  );
  run(join(folder, "make-photos.mjs"), goods, photos);

  say("A script matches the folders with the articles; the one that is nobody's is said and left.");
  run(join(folder, "make-files-list.mjs"), goods, photos, join(store, "photos.json"));

  say(
    "One call hangs them all, and makes a picture for the catalogue beside each photo. What is no picture stays as it is.",
  );
  const { tables } = await agent.call("tool_run", {
    unit: "MELBIS_AGENT_IMPORT_FILES",
    command: "CmdAdd",
    params: { profile: "catalog" },
    files_source: "photos.json",
  });
  const [{ elem_id: good }] = readRows(tables.files_store.file);
  const sql =
    "SELECT id, kind_key, real_name, file_name, file_size, parent_id FROM {DBNICK}_files_store WHERE elem_id = :GOOD ORDER BY pos";
  const output = "files-of-a-good.jsonl";
  const read = await agent.call(
    "engine_db_select",
    { pool: [{ do: "select", sql, params: { good }, output }] },
    { quiet: true },
  );
  const columns = ["id", "kind_key", "real_name", "file_name", "file_size", "parent_id"];
  showRows(read.steps[0].file, { root, rows: 9, columns });
}
