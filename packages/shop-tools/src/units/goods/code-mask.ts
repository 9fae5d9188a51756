import { wallClock } from "../shop/wall-clock.ts";

/** Makes the article of a good from its id and its number in the call. */
export type MakeCode = (id: number, num: number) => string;

const PLACE = /\{([^{}]*)\}/g;

/**
 * Reads a mask of articles: `{id}` is the good's id, `{num}` its number in the call from 1, `{num:4}` the same with zeros
 * before it to four digits, `{date}` the day of the import as YYYYMMDD. Everything else stands as it is.
 */
export function readCodeMask(mask: string, today: Date): MakeCode | { readonly problem: string } {
  const places = [...mask.matchAll(PLACE)].map((match) => match[1] ?? "");
  const unknown = places.find((place) => !/^(id|num|num:[1-9]|date)$/.test(place));
  if (unknown !== undefined) {
    return { problem: `The [code_mask] knows {id}, {num}, {num:4} and {date}, and [{${unknown}}] is none` };
  }
  if (!places.some((place) => place === "id" || place.startsWith("num"))) {
    return { problem: `The [code_mask] says [${mask}], which gives all goods one article: put {id} or {num} into it` };
  }
  const day = wallClock(today).slice(0, 10).replaceAll("-", "");
  return (id, num) =>
    mask.replace(PLACE, (_, place: string) => {
      if (place === "id") return String(id);
      if (place === "date") return day;
      return String(num).padStart(Number(place.split(":")[1] ?? 0), "0");
    });
}
