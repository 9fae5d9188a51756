import type { Db } from "@prilavok/sdk";

const PICTURE_TYPES = ["jpg", "png", "webp", "avif"] as const;
const FITS = ["cover", "contain", "fill", "inside", "outside"] as const;

/** How a derived picture is made: a row of the settings `FILES_PROFILE`, its word the name, its value JSON of these keys. */
export interface Recipe {
  readonly name: string;
  readonly type: (typeof PICTURE_TYPES)[number];
  /** In pixels; one of the two may be left out. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** 1 to 100; PNG keeps every pixel and has none. */
  readonly quality: number;
  /** What becomes of another shape of picture; `inside` never makes a small one larger. */
  readonly fit: (typeof FITS)[number];
  /** The kind of the derived file; the original's own when left out. */
  readonly kind: string | undefined;
  /** `#rrggbb` for what is transparent or left free. */
  readonly background: string | undefined;
}

const KEYS = ["type", "width", "height", "quality", "fit", "kind", "background"];
const MAX_SIDE = 10_000;
const QUALITY = 82;

/** The recipes of the shop by name; a row that is none says what is wrong with it. */
export async function readRecipes(db: Db): Promise<ReadonlyMap<string, Recipe | { readonly problem: string }>> {
  const rows = await db.rows(
    "SELECT key_name, value_txt FROM {DBNICK}_key_value WHERE key_code = 'FILES_PROFILE' ORDER BY pos, id",
  );
  return new Map(rows.map(({ key_name: name, value_txt: text }) => [name ?? "", readRecipe(name ?? "", text ?? "")]));
}

/** Reads the value of a row of `FILES_PROFILE`. */
function readRecipe(name: string, text: string): Recipe | { readonly problem: string } {
  const wrong = (what: string) => ({ problem: `The profile [${name}] of the settings FILES_PROFILE ${what}` });
  const given = parseObject(text);
  if (given === undefined) return wrong('is no JSON object like {"type": "webp", "width": 600, "height": 600}');
  const stranger = Object.keys(given).find((key) => !KEYS.includes(key));
  if (stranger !== undefined) return wrong(`has an unknown key [${stranger}]: it takes ${KEYS.join(", ")}`);

  const { kind, background } = given;
  const type = PICTURE_TYPES.find((one) => one === (given.type === "jpeg" ? "jpg" : (given.type ?? "webp")));
  const fit = FITS.find((one) => one === (given.fit ?? "inside"));
  const width = wholeUpTo(MAX_SIDE, given.width);
  const height = wholeUpTo(MAX_SIDE, given.height);
  const quality = wholeUpTo(100, given.quality ?? QUALITY);
  if (type === undefined) return wrong(`takes one of ${PICTURE_TYPES.join(", ")} as type`);
  if (fit === undefined) return wrong(`takes one of ${FITS.join(", ")} as fit`);
  if (width === null || height === null || (width === undefined && height === undefined)) {
    return wrong(`takes a width, a height or both, whole numbers from 1 to ${MAX_SIDE}`);
  }
  if (!quality) return wrong("takes a whole number from 1 to 100 as quality");
  if (kind !== undefined && (typeof kind !== "string" || kind === "")) return wrong("takes a word as kind");
  if (background !== undefined && (typeof background !== "string" || !/^#[0-9a-f]{6}$/i.test(background))) {
    return wrong("takes a colour like #ffffff as background");
  }
  return { name, type, width, height, quality, fit, kind, background };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** undefined for what is not said, null for what is wrong. */
function wholeUpTo(most: number, value: unknown): number | undefined | null {
  if (value === undefined) return undefined;
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most ? value : null;
}
