import { posix } from "node:path";

/** Endings no browser or web server runs: everything else is kept without one. */
const SAFE_EXTENSIONS = new Set(
  `jpg jpeg jfif png gif webp avif heic heif bmp tif tiff ico
   pdf doc docx dot dotx odt ott rtf txt md csv tsv xls xlsx ods ppt pptx pps ppsx odp epub fb2 djvu djv
   zip rar 7z gz tgz bz2 xz tar zst
   mp3 m4a aac ogg oga opus wav flac wma mid
   mp4 m4v mov avi mkv webm mpg mpeg wmv 3gp ogv
   ttf otf woff woff2 eot
   psd psb ai eps indd cdr sketch fig xd xcf dwg dxf stl step stp 3ds blend`.split(/\s+/),
);

/** The ending a file is kept with, `.jpg` in small letters, or nothing where it is not on the safe list. */
export function safeExtension(name: string): string {
  const extension = posix.extname(name).slice(1).toLowerCase();
  return SAFE_EXTENSIONS.has(extension) ? `.${extension}` : "";
}
