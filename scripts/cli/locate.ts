/** From an id or a path to an experiment's folder. @module */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The experiments folders that ids are looked up in: of the present folder, then beside this program. */
export function experimentsFolders(cwd: string): string[] {
  const own = import.meta.dirname === undefined ? [] : [resolve(import.meta.dirname, "../../experiments")];
  return [...new Set([join(cwd, "experiments"), ...own])].filter(isFolder);
}

/**
 * Finds an experiment by its id (looked up in the experiments folders) or by the path of its folder.
 *
 * @throws {PermafrostError} file-missing, with what was looked for.
 */
export function locateExperiment(operand: string, cwd: string): string {
  const isId = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(operand);
  const candidates = isId ? experimentsFolders(cwd).map((folder) => join(folder, operand)) : [];
  const found = [...candidates, resolve(cwd, operand)].find(isFolder);
  if (found !== undefined) return found;
  const where = isId ? "no experiments folder here has it, and no folder of this name is here" : "no folder is there";
  throw new PermafrostError("file-missing", `Cannot find ${operand}: ${where}; permafrost list shows the ids`, {
    at: operand,
  });
}
