/** What an archive may hold: names, each once, and bounds. The writer keeps to what the reader takes. @module */
import { findFoldedTwins, freezeNameProblem } from "../../kernel/relative_path.ts";
import type { TarFile } from "./tar_header.ts";

/** How much an archive may hold. */
export interface TarLimits {
  /** Files. */ readonly files: number;
  /** Bytes of one file. */ readonly fileBytes: number;
  /** Bytes of all files. */ readonly bytes: number;
}

/** Bounds that hold for the archives of this project. */
export const TAR_LIMITS: TarLimits = { files: 50_000, fileBytes: 2 ** 32, bytes: 2 ** 33 };

/** What a freeze takes, which is 64 levels, lies some levels deep itself. */
const MAX_LEVELS = 72;
const MAX_LETTERS = 16_777_216;

/** What is wrong, and where. */
export interface TarFault {
  /** The path that is wrong. */ readonly at: string;
  /** What is wrong with it. */ readonly state: string;
}

/** Says why no reader would take an archive of these files; null: it would. */
export function tarFault(
  files: readonly Pick<TarFile, "path" | "bytes">[],
  limits: TarLimits = TAR_LIMITS,
): TarFault | null {
  const tally = boundTally(limits);
  for (const file of files) {
    const state = nameFault(file.path) ?? tally(file);
    if (state !== null) return { at: file.path, state };
  }
  const twin = firstTwin(files.map(({ path }) => path));
  return twin === null ? null : { at: twin, state: `${twin} is there twice, under two spellings, or below a file` };
}

/** Says why a name cannot be used; null: it can. */
export function nameFault(path: string): string | null {
  const isDeep = path.split("/").length > MAX_LEVELS;
  const problem = isDeep ? `it lies below ${MAX_LEVELS} levels of folders` : freezeNameProblem(path);
  return problem === null ? null : `the name ${JSON.stringify(path)} cannot be used: ${problem}`;
}

/** Makes what counts files as they come, and says which bound the last one goes beyond; null: none. Folders are bounded
 * like files, and names in all, since a short archive can have many of both. */
export function boundTally(limits: TarLimits): (file: Pick<TarFile, "path" | "bytes">) => string | null {
  let count = 0, total = 0, letters = 0;
  const folders = new Set<string>();
  return ({ path, bytes }) => {
    count++, total += bytes, letters += path.length;
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
    if (count > limits.files) return `it holds more than ${limits.files} files`;
    if (folders.size > limits.files) return `it holds more than ${limits.files} folders`;
    if (letters > MAX_LETTERS) return `its names are longer than ${MAX_LETTERS} characters together`;
    return bytes > limits.fileBytes || total > limits.bytes ? `${path} goes beyond the bound on bytes` : null;
  };
}

/** The first name that is there twice, that is another one where case and normal form do not count, or that is a folder
 * of another; null: none. */
export function firstTwin(names: readonly string[]): string | null {
  const seen = new Set<string>(), repeated = names.find((name) => seen.has(name) || !seen.add(name));
  const twin = repeated ?? findFoldedTwins(names)[0]?.[1];
  if (twin !== undefined) return twin;
  const below = names.find((name) => name.matchAll(/\//g).some(({ index }) => seen.has(name.slice(0, index))));
  return below ?? null;
}
