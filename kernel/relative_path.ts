/** Paths inside a folder: their grammar, their order, and names that other tools would break on. @module */
import { PermafrostError } from "./error.ts";

/** A path below some folder: segments joined by `/`, none of them empty, `.` or `..`. */
export type RelativePath = string & { readonly __brand: "relative-path" };

const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/**
 * Takes a text as a relative path, unchanged. Refuses an empty text, absolute paths and drive letters, backslashes,
 * empty segments (also by a slash at the end), `.` and `..`, control characters and lone surrogates.
 *
 * @param text The path as written.
 * @param options `at`: where it was written, for the error.
 * @throws {PermafrostError} path-invalid.
 */
export function parseRelativePath(text: string, options: { readonly at?: string } = {}): RelativePath {
  const problem = pathProblem(text);
  if (problem === null) return text as RelativePath;
  throw new PermafrostError(
    "path-invalid",
    `Cannot use the path ${JSON.stringify(text)}: ${problem}`,
    options,
  );
}

/**
 * Says why a path should not be frozen, or null. Beyond what {@linkcode parseRelativePath} refuses: `%` (servers
 * decode it), a segment's last space or dot (Windows drops it), names that are not NFC (some file systems rewrite
 * them), U+FFFD (how Deno shows bytes that are not UTF-8), after "The manifest" of the design; and, so that every
 * system can check the files out, `< > : " | ? *`, the device names of Windows, invisible characters, a hyphen
 * at the start (taken for an option), and what a killed writer left.
 */
export function freezeNameProblem(path: string): string | null {
  const problem = pathProblem(path);
  if (problem !== null) return problem;
  const odd = /[%<>:"|?*]/.exec(path)?.[0];
  if (odd !== undefined) return `it holds ${odd}, which servers or other systems misread`;
  if (/[\p{Cf}\p{Zl}\p{Zp}]/u.test(path)) return "it holds an invisible character";
  if (path.includes("\ufffd")) return "it holds U+FFFD, or bytes that are not UTF-8";
  if (path.normalize("NFC") !== path) return "it is not in Unicode normal form C";
  if (path.startsWith("-")) return "it starts with a hyphen";
  if (isLeftoverName(path)) return "it was left by a write that was killed; delete it";
  const segments = path.split("/");
  if (segments.some((segment) => /[ .]$/.test(segment))) return "a segment ends with a space or a dot";
  return segments.some((segment) => DEVICE.test(segment)) ? "a segment names a device of Windows" : null;
}

/** Tells whether a path is that of a temporary which a killed writer (file_write.ts) left; it may be deleted. */
export function isLeftoverName(path: string): boolean {
  return /(^|\/)\.permafrost-write-\d+-\d+\.tmp$/.test(path);
}

/**
 * Finds paths, and folders of them, that differ but are one name where case and normal form do not count. Below
 * twin folders nothing more is reported.
 *
 * @param paths Relative paths, in any order.
 * @returns Pairs: the spelling that is first in byte order, and each later one, in byte order.
 */
export function findFoldedTwins(paths: readonly string[]): [string, string][] {
  const spellings = new Map<string, string>(), seen = new Set<string>(), twins: [string, string][] = [];
  for (const path of [...paths].sort(compareBytes)) {
    for (let start = 0, end = 0; end < path.length; start = end + 1) {
      end = path.indexOf("/", start) < 0 ? path.length : path.indexOf("/", start);
      const here = path.slice(0, end), key = here.slice(0, start) + fold(here.slice(start));
      const first = spellings.get(key);
      if (first === undefined) spellings.set(key, here);
      else if (first !== here && !seen.has(here)) twins.push([first, here]);
      seen.add(here);
    }
  }
  return twins;
}

/** Orders well-formed texts by the bytes of their UTF-8, which is not the language's own order beyond U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function pathProblem(text: string): string | null {
  if (text === "") return "it is empty";
  if (!text.isWellFormed()) return "it holds half of a surrogate pair";
  if (/\p{Cc}/u.test(text)) return "it holds a control character";
  if (text.includes("\\")) return "it holds a backslash; segments are separated by /";
  if (text.startsWith("/") || /^[A-Za-z]:/.test(text)) return "it is absolute; name it from the folder on";
  const bad = text.split("/").find((segment) => segment === "" || segment === "." || segment === "..");
  return bad === undefined ? null : `it has the segment ${JSON.stringify(bad)}`;
}

function fold(segment: string): string {
  return segment.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
}

function rank(unit: number): number { // surrogates after all other units
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
