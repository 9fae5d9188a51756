/** Texts as one, each of them a sentence of its own: one that ends without a mark gets a full stop, an empty one is left out. */
export function joinSentences(...texts: readonly string[]): string {
  const said = texts.filter((text) => text !== "");
  return said.map((text, at) => (at === said.length - 1 || /[.!?…:;]\s*$/u.test(text) ? text : `${text}.`)).join(" ");
}
