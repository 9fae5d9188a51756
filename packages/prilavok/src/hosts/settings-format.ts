/** Where a value stands in a settings file: keys from the top. */
export type SettingsPath = readonly string[];

/** A form of settings files that is changed in its text, so that everything else in it stays as it is. */
export interface SettingsFormat {
  /** What the text says; undefined where it is not whole. An empty text says `{}`. */
  read(text: string): Readonly<Record<string, unknown>> | undefined;
  /** The text with the keys of `values` put into the object at `path`, which is made where it is missing. */
  put(text: string, path: SettingsPath, values: Readonly<Record<string, unknown>>): string;
  /** The text without what stands at `path`. */
  remove(text: string, path: SettingsPath): string;
}
