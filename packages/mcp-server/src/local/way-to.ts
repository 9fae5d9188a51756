import { stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, sep } from "node:path";

/** A path with every folder above it, and what the disk tells each of them by, as far as they are there. */
export interface Way {
  readonly path: string;
  readonly places: readonly { readonly path: string; readonly id: string | undefined }[];
}

/** The way from the root of the disk to a path whose links are followed. */
export async function wayTo(path: string): Promise<Way> {
  const paths = [path];
  for (let above = dirname(path); above !== paths.at(-1); above = dirname(above)) paths.push(above);
  const places = await Promise.all(paths.map(async (one) => ({ path: one, id: await fileId(one) })));
  return { path, places };
}

/**
 * The rest of a way from `folder` on, empty for the folder itself; undefined where the way does not lead through it. The same
 * folder may be spelled in another case, or stand in several places of the disk: what the disk tells it by decides too.
 */
export async function restFrom(folder: string, { path, places }: Way): Promise<string | undefined> {
  const rest = relative(folder, path);
  if (!leadsOut(rest)) return rest;
  const id = await fileId(folder);
  const through = id === undefined ? undefined : places.find((place) => place.id === id);
  return through && relative(through.path, path);
}

/** What the disk tells a file or a folder by, whatever its name; undefined for what is not there, or where it does not tell. */
export async function fileId(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined || found.ino === 0n ? undefined : `${found.dev}:${found.ino}`;
}

function leadsOut(way: string): boolean {
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}
