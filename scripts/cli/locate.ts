/** From an id or a path to an experiment's folder. @module */
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";

/** Tells whether a folder (or a link to one) is at a path. What cannot be looked at is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** The experiments folders that ids are looked up in: of the present folder, then beside this program. */
export function experimentsFolders(cwd: string): string[] {
  const own = import.meta.dirname === undefined ? [] : [resolve(import.meta.dirname, "../../experiments")];
  return [...new Set([join(cwd, "experiments"), ...own])].filter(isFolder);
}

/** The folders of an experiments folder that may be experiments, by name; not those that start with `_` or `.`. */
export function listFolders(root: string): string[] {
  return readdirSync(root).filter((name) => !/^[_.]/.test(name) && isFolder(join(root, name))).sort();
}

/** Tells whether a folder holds an experiment. */
export function isExperiment(path: string): boolean {
  return ["protocol.json", "protocol.jsonc", "manifest.json"].some((name) => isThere(join(path, name)));
}

/**
 * Finds an experiment by its id (looked up in ./experiments, then in the present folder, then beside this program)
 * or by the path of its folder.
 *
 * @throws {PermafrostError} file-missing, with what was looked for; file-kind where the path is of no folder.
 */
export function locateExperiment(operand: string, cwd: string): string {
  const isId = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(operand);
  const path = resolve(cwd, operand);
  const places = isId ? experimentsFolders(cwd).map((folder) => join(folder, operand)) : [];
  const near = [join(cwd, "experiments", operand), ...(isExperiment(path) ? [path] : [])];
  const found = [...(isId ? near : []), ...places, path].find(isFolder);
  if (found !== undefined) return found;
  const [code, state] = isThere(path)
    ? ["file-kind", "it is no folder; give the experiment's folder"] as const
    : isId
    ? [
      "file-missing",
      "no experiment of this id and no folder of this name is here; permafrost list shows the ids",
    ] as const
    : ["file-missing", "no folder is there; permafrost list shows the ids"] as const;
  throw new PermafrostError(code, `Cannot find ${operand}: ${state}`, { at: operand });
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // something is in the way: a loop of links, a folder that may not be entered
  }
}
