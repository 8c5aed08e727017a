/** The files that the house checks look at, and the problems they report. @module */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A set of files that a check reads; tests make one in memory. */
export interface HouseTree {
  /** Repository-relative paths with forward slashes, sorted by code units. */
  readonly paths: readonly string[];
  /** Reads the bytes of one of the paths. */
  readonly bytes: (path: string) => Uint8Array;
}

/** Something that breaks a house rule. */
export interface Problem {
  /** The repository-relative path of the file. */
  readonly path: string;
  /** The line, from 1. */
  readonly line: number;
  /** What is wrong, for people. */
  readonly text: string;
}

const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);
/** Folders at the top that tasks make. */
const MADE: ReadonlySet<string> = new Set(["coverage", "dist"]);

/**
 * Lists the files below `root` that Git tracks, or would with the next `git add`; where Git cannot tell (an
 * unpacked archive), all files but those of .git and node_modules, and of coverage and dist at the top.
 */
export function readTree(root: string): HouseTree {
  const isFile = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const paths = [...new Set(listByGit(root) ?? listByWalk(root, ""))].filter(isFile).sort();
  return { paths, bytes: (path) => readFileSync(join(root, path)) };
}

/** Reads a file of the tree as text; bytes that are not UTF-8 become U+FFFD. */
export function textOf(tree: HouseTree, path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(tree.bytes(path));
}

/** Makes a tree of texts that are already in memory. */
export function treeOf(files: Readonly<Record<string, string>>): HouseTree {
  return {
    paths: Object.keys(files).sort(),
    bytes: (path) => new TextEncoder().encode(files[path] ?? ""),
  };
}

/** Writes a problem as `file:line: text`. */
export function formatProblem(problem: Problem): string {
  return `${problem.path}:${problem.line}: ${problem.text}`;
}

/** Counts lines the way editors do: a line feed at the end starts no new line. */
export function countLines(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

/** Tells the line, from 1, on which an index into a text stands. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function listByGit(root: string): string[] | null {
  const args = ["-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  try {
    const { success, stdout } = new Deno.Command("git", { args, stderr: "null" }).outputSync();
    return success ? new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "") : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function listByWalk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || (folder === "" && MADE.has(entry.name))) return [];
    const path = folder + entry.name;
    return entry.isDirectory() ? listByWalk(root, `${path}/`) : [path];
  });
}
