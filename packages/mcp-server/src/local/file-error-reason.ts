const REASONS: Readonly<Record<string, string>> = {
  EACCES: "there is no right to it",
  EPERM: "there is no right to it",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EISDIR: "a folder stands there",
  ENOTDIR: "a part of its path is not a folder",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open",
  EIO: "the disk failed",
  ENOENT: "its folder is not there",
  ERR_INVALID_ARG_VALUE: "its path holds a zero byte",
};

/** An error of the file system in words, without its path. */
export function fileErrorReason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "an unknown error";
  return REASONS[code] ?? code;
}
