const MOMENT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):\d\d/;
/** A name that stands in its folder and nowhere else. */
const PLAIN_NAME = /^(?!\.{1,2}$)[^\\/\0]{1,255}$/;

/** The folder of the files of a minute under the store's directory, with `/`; undefined for what is no moment. */
export function fileFolder(uploadTime: string): string | undefined {
  const [, year, month, day, hour, minute] = MOMENT.exec(uploadTime) ?? [];
  return year === undefined ? undefined : `files/${year}/${month}_${day}/${hour}_${minute}/`;
}

/** Where the file of a row is under the store's directory; undefined for a row that names no place under `files/`. */
export function filePlace(uploadTime: string, fileName: string): string | undefined {
  const folder = fileFolder(uploadTime);
  return folder === undefined || !PLAIN_NAME.test(fileName) ? undefined : folder + fileName;
}
