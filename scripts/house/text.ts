/** House check: clean text. @module */
import type { HouseTree, Problem } from "./tree.ts";

const EVERYWHERE: readonly (readonly [RegExp, string])[] = [
  [/(?:file:\/\/|(?<![\w.)\]}*~/-]))\/(?:work|root|farm)\//, "names a folder of one machine"],
  [
    /\bregistry\.[a-z0-9-]+\.[a-z]+|\bnpm\.jsr\.io\b|\bnpmmirror\b|\/artifactory\//,
    "names a registry's host",
  ],
  [/\b(?:TO[D]O|FIX[M]E)\b/, "leaves work undone"],
];
const OWN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\t/, "holds a tab"],
  [/\r/, "holds a carriage return"],
  [/[ \u00a0]$/, "ends in a space"],
];
/** Data whose bytes are what they are: shared fixtures, frozen JSON and results. */
const DATA = /^(?:fixtures\/|experiments\/[^/]+\/(?:.+\.jsonl?|results\/.+)$|LICENSE$)/;

/**
 * Checks every text file: no path of one machine, no registry's host, no note of undone work; and outside of
 * data files no tab, no carriage return, no space at a line's end, and one line feed at the file's end.
 * Files that are not UTF-8 or hold a NUL are no text.
 */
export function checkText(tree: HouseTree): Problem[] {
  return tree.paths.flatMap((path) => {
    const text = decode(tree.bytes(path));
    if (text === null || text === "") return [];
    const rules = DATA.test(path) ? EVERYWHERE : [...EVERYWHERE, ...OWN_TEXT];
    const lines = text.split("\n");
    const problems = lines.flatMap((content, index) =>
      rules.filter(([pattern]) => pattern.test(content))
        .map(([, wrong]): Problem => ({ path, line: index + 1, text: wrong }))
    );
    if (!DATA.test(path) && !/[^\n]\n$/.test(text)) {
      problems.push({ path, line: lines.length, text: "does not end in one line feed" });
    }
    return problems;
  });
}

function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
