import { describe, expect, it } from "vitest";
import { safeExtension } from "./safe-extension.ts";

describe("the ending a file is kept with", () => {
  it.each(["photo.jpg", "PHOTO.JPG", "a.b.Jpg", "évil.php.jpg", " .jpg", "дім.jpg"])(
    "%j keeps its own [att-12]",
    (name) => {
      expect(safeExtension(name)).toBe(".jpg");
    },
  );

  const runnable =
    "php phtml phar html htm xhtml shtml svg svgz js mjs css xml xsl swf exe com bat cmd sh ps1 py pl cgi asp aspx jsp jar";
  it.each(runnable.split(" "))("%s is none [att-12]", (extension) => {
    expect(safeExtension(`file.${extension}`)).toBe("");
    expect(safeExtension(`file.jpg.${extension.toUpperCase()}`)).toBe("");
  });

  it.each(["", "jpg", ".jpg", "photo.", "photo.jpg ", "photo.jpg\0", "photo.jpg;", "photo.j\u200bpg"])(
    "%j has none [att-12]",
    (name) => {
      expect(safeExtension(name)).toBe("");
    },
  );
});
