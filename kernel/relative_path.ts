/** Paths inside a folder: their order, their twins, and names that other tools would break on. @module */

const RULES: readonly [pattern: RegExp, problem: string][] = [
  [/^$/, "it is empty"],
  [/\p{Cs}/u, "it holds half of a surrogate pair"],
  [/\p{Cc}/u, "it holds a control character"],
  [/\\/, "it holds a backslash; segments are separated by /"],
  [/^\/|^[a-z]:/i, "it is absolute; name it from the folder on"],
  [/(^|\/)\.{0,2}(\/|$)/, "it has an empty segment, . or .."],
  [/[%<>:"|?*]/, 'it holds one of % < > : " | ? *, which servers or other systems misread'],
  [/[\p{Cf}\p{Zl}\p{Zp}]/u, "it holds an invisible character"],
  [/\ufffd/, "it holds U+FFFD, or bytes that are not UTF-8"],
  [/^-/, "it starts with a hyphen, which makes it look like an option"],
  [/(^|\/)\.permafrost-write-\d+-\d+\.tmp$/, "it was left by a write that was killed; delete it"],
  [/[ .](\/|$)/, "a segment ends with a space or a dot, which Windows drops"],
  [/(^|\/)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *([./]|$)/i, "a segment names a device of Windows"],
];

/** Says why a path should not be frozen, or null: it is no plain relative path with `/` between its segments, not in
 * normal form C, or servers, shells, Windows or Deno would change it, drop it or take it for something else. */
export function freezeNameProblem(path: string): string | null {
  if (path !== path.normalize("NFC")) return "it is not in Unicode normal form C";
  return RULES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Finds paths, and folders of them, that differ but are one name where case and normal form do not count. Below twin
 * folders nothing more is reported. Gives pairs: the spelling that is first in byte order, and each later one, in
 * order. */
export function findFoldedTwins(paths: readonly string[]): [string, string][] {
  const spellings = new Map<string, string>(), seen = new Set<string>(), twins: [string, string][] = [];
  for (const path of [...paths].sort(compareBytes)) {
    for (const { index } of path.matchAll(/\/|$/g)) {
      const here = path.slice(0, index), start = here.lastIndexOf("/") + 1;
      const folded = here.slice(start).normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
      const key = here.slice(0, start) + folded, first = spellings.get(key) ?? here;
      spellings.set(key, first);
      if (first !== here && !seen.has(here)) twins.push([first, here]);
      seen.add(here);
    }
  }
  return twins;
}

/** Orders well-formed texts by the bytes of their UTF-8, which is not the language's own order beyond U+FFFF. */
export function compareBytes(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1); // a shorter text comes first
}
