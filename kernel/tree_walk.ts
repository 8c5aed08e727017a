/** Lists every file of a folder. @module */
import { type ErrorCode, PermafrostError } from "./error.ts";
import { toFileError } from "./file_read.ts";
import { compareBytes } from "./relative_path.ts";

/** What an entry of a tree is; `hard-link` is a plain file that has further names. */
export type EntryKind = "file" | "link" | "hard-link" | "device" | "socket" | "fifo" | "other";

/** An entry that is no folder: its path from the root on, and the size of a file or hard link, else 0. */
export type TreeEntry = Readonly<{ path: string; kind: EntryKind; bytes: number }>;

/** Lists all but folders in a folder, at any depth, in byte order. Links are reported, never followed; only the root
 * may be one. Names that are not UTF-8 are refused, and with them all with U+FFFD, since Deno shows both alike.
 * @param options Bounds on entries (folders too), levels and bytes in all; `skip` leaves out a path with all below it.
 * @throws {PermafrostError} file-missing, file-kind, file-changed, file-unreadable, tree-too-large, name-refused. */
export function walkTree(
  root: string,
  options: { maxFiles?: number; maxDepth?: number; maxBytes?: number; skip?: (path: string) => boolean } = {},
): TreeEntry[] {
  const { maxFiles = 100_000, maxDepth = 32, maxBytes = 2 ** 36, skip = () => false } = options;
  const entries: TreeEntry[] = [];
  let count = 0, bytes = 0, at = ".";
  const refuse = (code: ErrorCode, state: string): never => {
    throw new PermafrostError(code, `Cannot list ${at}: ${state}`, { at });
  };
  const look = (path: string) => path === "" ? Deno.statSync(root) : Deno.lstatSync(`${root}/${path}`);
  const visit = (folder: string, before: Deno.FileInfo, level: number): void => {
    if (level > maxDepth) refuse("tree-too-large", `it lies below ${maxDepth} levels of folders`);
    const listing = [...Deno.readDirSync(`${root}/${folder}`)], { ino, dev } = look(folder);
    if (ino !== before.ino || dev !== before.dev) refuse("file-changed", "it was replaced meanwhile");
    for (const { name } of listing) {
      const path = at = folder === "" ? name : `${folder}/${name}`;
      if (skip(path)) continue;
      if (name.includes("\ufffd")) refuse("name-refused", "its name is not UTF-8, or holds U+FFFD; rename it");
      if (++count > maxFiles) refuse("tree-too-large", `the folder holds more than ${maxFiles} entries`);
      const info = look(path), size = info.isFile ? info.size : 0;
      bytes += size;
      if (bytes > maxBytes) refuse("tree-too-large", `the files hold more than ${maxBytes} bytes`);
      if (info.isDirectory) visit(path, info, level + 1);
      else entries.push({ path, kind: kindOf(info), bytes: size });
    }
  };
  try {
    const top = look("");
    if (!top.isDirectory) refuse("file-kind", "it is not a folder");
    visit("", top, 0);
  } catch (error) {
    throw toFileError(error, { verb: "list", at, otherwise: "file-unreadable" });
  }
  return entries.sort((a, b) => compareBytes(a.path, b.path));
}

function kindOf(info: Deno.FileInfo): EntryKind {
  if (info.isFile) return (info.nlink ?? 1) > 1 ? "hard-link" : "file";
  if (info.isBlockDevice || info.isCharDevice) return "device";
  return info.isSymlink ? "link" : info.isSocket ? "socket" : info.isFifo ? "fifo" : "other";
}
