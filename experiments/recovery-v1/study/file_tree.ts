/** What lies in a folder, byte for byte. @module */
import { sha256File, sha256Hex } from "../../../kernel/digest.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";

/** A file, or what is none. */
export interface TreeEntry {
  /** Its path from the folder on. */ readonly path: string;
  /** Its size; 0 for what is no plain file. */ readonly bytes: number;
  /** Its SHA-256; `folder` for an empty folder, `other` for a link, a file with several names, a pipe and the like. */
  readonly sha256: string;
}

/** Lists all that lies beneath a folder in the order of paths; a folder that is not there holds nothing. */
export function listTree(folder: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const walk = (prefix: string): void => {
    const names = readFolder(`${folder}/${prefix}`);
    if (names.length === 0 && prefix !== "") entries.push({ path: prefix.slice(0, -1), bytes: 0, sha256: "folder" });
    for (const { name, isDirectory, isFile } of names) {
      const path = prefix + name;
      if (isDirectory) walk(`${path}/`);
      else entries.push({ path, ...(isFile ? digestFile(`${folder}/${path}`) : OTHER) });
    }
  };
  walk("");
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The digest of a list: SHA-256 of its canonical form. */
export function listDigest(entries: readonly TreeEntry[]): string {
  return sha256Hex(canonicalize(entries));
}

/** The paths at which two lists differ, sorted. */
export function differingPaths(before: readonly TreeEntry[], after: readonly TreeEntry[]): string[] {
  const lines = (entries: readonly TreeEntry[]) => new Map(entries.map((entry) => [entry.path, canonicalize(entry)]));
  const [old, present] = [lines(before), lines(after)];
  return [...new Set([...old.keys(), ...present.keys()])].filter((path) => old.get(path) !== present.get(path)).sort();
}

/** Digest and size of a file; of what cannot be read as a plain one, what a list says of that. */
export function digestFile(path: string): { bytes: number; sha256: string } {
  try {
    return sha256File(path);
  } catch {
    return OTHER;
  }
}

const OTHER = { bytes: 0, sha256: "other" } as const;

function readFolder(path: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
