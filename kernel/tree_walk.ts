/** Lists every file of a folder. @module */
import { type ErrorCode, PermafrostError } from "./error.ts";
import { toFileError } from "./file_read.ts";
import { compareBytes, type RelativePath } from "./relative_path.ts";

/** What stands at a path. A hard link is a plain file that has further names. */
export type TreeEntryKind = "file" | "link" | "hard-link" | "device" | "socket" | "fifo" | "other";

/** One entry of a tree that is not a folder; `bytes` is 0 for all but files and hard links. */
export type TreeEntry = { readonly path: RelativePath; readonly kind: TreeEntryKind; readonly bytes: number };

/** The bounds of a walk. */
export interface TreeWalkOptions {
  /** Entries, folders counted too; 100,000 by default. */
  readonly maxFiles?: number;
  /** Levels of folders below the root; 32 by default. */
  readonly maxDepth?: number;
  /** The sum of the sizes of all files; 64 GiB by default. */
  readonly maxBytes?: number;
  /** Leaves out a path, and all below it; it is neither looked at nor counted. */
  readonly skip?: (path: RelativePath) => boolean;
}

/**
 * Lists what a folder holds, at any depth. Links are reported, never followed; only the root may be reached
 * through one. Folders are not entries: an empty one holds no bytes and leaves no trace. Names that are not
 * UTF-8 are refused, and with them every name with U+FFFD, since Deno shows both alike; otherwise names are not
 * judged here.
 *
 * @param root The folder.
 * @param options The bounds, and what to leave out.
 * @returns The entries in byte order of their paths.
 * @throws {PermafrostError} file-missing, file-kind (the root is not a folder), file-unreadable, file-changed (a
 * folder was replaced meanwhile), tree-too-large, name-refused.
 */
export function walkTree(root: string, options: TreeWalkOptions = {}): TreeEntry[] {
  const { maxFiles = 100_000, maxDepth = 32, maxBytes = 2 ** 36, skip = () => false } = options;
  const entries: TreeEntry[] = [],
    refuse = (code: ErrorCode, state: string, at: string) => {
      throw new PermafrostError(code, `Cannot list ${at}: ${state}`, { at });
    };
  const look = (path: string): Deno.FileInfo => path === "" ? Deno.statSync(root) : Deno.lstatSync(`${root}/${path}`);
  let count = 0, bytes = 0, at = "";
  const visit = (folder: string, before: Deno.FileInfo, level: number): void => {
    if (level > maxDepth) refuse("tree-too-large", `it lies below ${maxDepth} levels of folders`, folder);
    const names = Array.from(Deno.readDirSync(`${root}/${folder}`), (entry) => entry.name);
    const after = look(folder);
    if (after.ino !== before.ino || after.dev !== before.dev) {
      refuse("file-changed", "it was replaced meanwhile", at);
    }
    for (const name of names) {
      const path = at = (folder === "" ? name : `${folder}/${name}`) as RelativePath;
      if (skip(path)) continue;
      if (name.includes("\ufffd")) {
        refuse("name-refused", "its name is not UTF-8, or holds U+FFFD; rename it", path);
      }
      if (++count > maxFiles) {
        refuse("tree-too-large", `the folder holds more than ${maxFiles} entries`, path);
      }
      const info = look(path);
      if (info.isDirectory) {
        visit(path, info, level + 1);
      } else {
        entries.push({ path, kind: kindOf(info), bytes: info.isFile ? info.size : 0 });
        if (info.isFile) bytes += info.size;
        if (bytes > maxBytes) refuse("tree-too-large", `the files hold more than ${maxBytes} bytes`, path);
      }
    }
  };
  try {
    const top = look("");
    if (!top.isDirectory) refuse("file-kind", "it is not a folder", ".");
    visit("", top, 0);
  } catch (error) {
    throw toFileError(error, { verb: "list", at: at === "" ? "." : at, otherwise: "file-unreadable" });
  }
  return entries.sort((a, b) => compareBytes(a.path, b.path));
}

function kindOf(info: Deno.FileInfo): TreeEntryKind {
  if (info.isSymlink) return "link";
  if (info.isFile) return (info.nlink ?? 1) > 1 ? "hard-link" : "file";
  if (info.isBlockDevice || info.isCharDevice) return "device";
  return info.isSocket ? "socket" : info.isFifo ? "fifo" : "other";
}
