/** Where a result goes; what stands against it is said before anything runs. @module */
import { accessSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import { toFileError } from "../../kernel/file_read.ts";
import type { Result } from "../../kernel/result.ts";

/**
 * Resolves `--output` and refuses a place where something is already, whose folder is not there or cannot be
 * written, or that lies among the experiment's own files.
 *
 * @throws {PermafrostError} file-exists, file-missing, file-kind, file-write, path-invalid.
 */
export function outputPlace(given: string, { cwd, folder }: { cwd: string; folder: string }): string {
  const refuse = (code: ErrorCode, state: string): never => {
    throw new PermafrostError(code, `Cannot write ${given}: ${state}`, { at: given });
  };
  const path = resolve(cwd, given);
  const parent = dirname(path);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      refuse("file-exists", "something is there already, and nothing is overwritten; choose another name");
    }
    if (/[/\\]$/.test(given)) refuse("file-kind", "it ends as a folder does; name a file");
    const status = statSync(parent, { throwIfNoEntry: false });
    if (status === undefined) refuse("file-missing", "its folder is not there; make it first");
    if (!status?.isDirectory()) refuse("file-kind", "what should be its folder is a file");
    accessSync(parent, constants.W_OK | constants.X_OK);
    const inside = relative(realpathSync(folder), realpathSync(parent));
    const isOutside = isAbsolute(inside) || /^(\.\.|results)$/.test(inside.split(sep)[0]!);
    if (!isOutside) {
      refuse("path-invalid", "it would lie among the experiment's own files; put it into results/ or elsewhere");
    }
  } catch (error) {
    throw toFileError(error, { verb: "write", at: given, otherwise: "file-write" });
  }
  return path;
}

/**
 * Refuses an experiment whose results/ cannot take a file.
 *
 * @throws {PermafrostError} file-kind, file-write.
 */
export function checkResultsFolder(folder: string): void {
  const at = "results";
  try {
    const status = lstatSync(join(folder, at), { throwIfNoEntry: false });
    if (status !== undefined && !status.isDirectory()) {
      const message = "Cannot write results: something else than a folder has that name; use --output FILE";
      throw new PermafrostError("file-kind", message, { at });
    }
    accessSync(status === undefined ? folder : join(folder, at), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toFileError(error, { verb: "write", at, otherwise: "file-write" });
  }
}

/** A place in the experiment's results/ (made where it is not there), named by time and digest. */
export function defaultPlace(folder: string, { volatile, reproductionSha256 }: Result): string {
  const time = volatile.startedAt.replace(/[-:.]/g, "");
  mkdirSync(join(folder, "results"), { recursive: true });
  return join(folder, "results", `${time}-${reproductionSha256.slice(0, 8)}.json`);
}
