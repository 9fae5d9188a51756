import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { DemoStore } from "./demo-store.ts";

const GUIDE = join(import.meta.dirname, "../../../docs/guide/photos.md");

it("the guide's statements for files of an entity of one's own make one that takes photos and derives pictures", async () => {
  const [, recipe = ""] = /```sql\n([\s\S]*?)```/.exec(readFileSync(GUIDE, "utf8")) ?? [];
  const statements = recipe.split(/;\n/).filter((statement) => statement.trim() !== "");
  expect(statements.length).toBeGreaterThan(2);
  await using store = await DemoStore.create({ demo: true });
  await store.db.run("CREATE TABLE ms_review (id INTEGER PRIMARY KEY, name TEXT)");
  await store.db.run("INSERT INTO ms_review (id, name) VALUES (7, 'Good')");
  for (const statement of statements) await store.db.run(statement);

  const bytes = await sharp({ create: { width: 800, height: 400, channels: 3, background: "#ff0000" } })
    .jpeg()
    .toBuffer();
  const photo = { bytes, name: "photo.jpg", entity: "review", elem_id: 7, real_name: "photo.jpg" };
  const hang = (elem_id: number) =>
    store.call({
      unit: "MELBIS_AGENT_IMPORT_FILES",
      command: "CmdAdd",
      params: { profile: "catalog" },
      files: [{ ...photo, elem_id }],
    });
  const { detail, tables } = await hang(7);
  expect(detail).toMatchObject({ hung: 1, derived: 1 });
  expect(tables["files_review"]).toMatchObject([
    { id: 1, elem_id: 7 },
    { id: 2, parent_id: 1 },
  ]);
  expect(await hang(8)).toMatchObject({ result: false, message: expect.stringMatching(/review.*8/) });
});
