import { rm } from "node:fs/promises";
import sharp from "sharp";
import type { Recipe } from "./recipes.ts";

/** A derived picture on the disk, or why there is none. */
export type DerivedPicture =
  | { readonly sizeBytes: number /** It shows the first frame of a moving one. */; readonly still: boolean }
  | { readonly problem: string };

/** What can stand in a module's memory while it is read: 8 bytes a pixel at the worst, AVIF 20. */
const MAX_PIXELS = 52_000_000;
const MAX_AVIF_PIXELS = 16_000_000;

sharp.cache(false);
sharp.concurrency(1);
// A file may hold anything whatever its name says: only what a camera or an editor makes is read, no SVG, no PDF.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map((loader) => `VipsForeignLoad${loader}File`),
});

/**
 * Makes the picture of a recipe from `source` in the file `target`: turned as the camera held it, in sRGB, without
 * metadata. A picture that cannot be read leaves no file.
 */
export async function derivePicture(source: string, target: string, recipe: Recipe): Promise<DerivedPicture> {
  const { type, quality, width, height, fit } = recipe;
  const background = recipe.background ?? (type === "jpg" ? "#ffffff" : undefined);
  try {
    const input = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { format, compression, width: across = 0, height: down = 0, pages = 1 } = await input.metadata();
    if (format === "heif" && compression !== "av1") return { problem: "it is in HEIC: save it as JPEG first" };
    if (format === "heif" && across * down > MAX_AVIF_PIXELS) return { problem: tooLarge(MAX_AVIF_PIXELS) };
    const picture = input.autoOrient().resize({
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      fit,
      withoutEnlargement: fit === "inside",
      background: background ?? { r: 0, g: 0, b: 0, alpha: 0 },
    });
    if (background !== undefined) picture.flatten({ background });
    picture.toFormat(type, type === "png" ? {} : { quality });
    const { size } = await picture.toFile(target);
    return { sizeBytes: size, still: pages > 1 };
  } catch (error) {
    await rm(target, { force: true });
    return { problem: whyNot(error) };
  }
}

/** The library's own texts name paths and inner parts. */
function whyNot(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  if (/pixel limit/i.test(text)) return tooLarge(MAX_PIXELS);
  if (/unsupported image format|no known loader|operation is blocked/i.test(text)) {
    return "it is no picture in JPEG, PNG, WebP, AVIF, GIF or TIFF";
  }
  if (/ENOSPC|no space|write error/i.test(text)) return "there is no room on the store's disk";
  return "the picture in it is broken or cut off";
}

function tooLarge(pixels: number): string {
  return `it has more than ${pixels / 1_000_000} million pixels: make it smaller first`;
}
