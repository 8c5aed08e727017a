/** House check: whoever switches a lint rule off says why. @module */
import { type HouseTree, lineAt, type Problem, textOf } from "./tree.ts";

const IGNORE = /\/\/ deno-lint-ignore(?:-file)?\b([^\n]*)/g;

/** Finds every lint-ignore comment of the TypeScript files outside of fixtures/. */
export function findLintIgnores(tree: HouseTree): Problem[] {
  return tree.paths.filter((path) => path.endsWith(".ts") && !path.startsWith("fixtures/")).flatMap(
    (path) => {
      const text = textOf(tree, path);
      return [...text.matchAll(IGNORE)].filter((match) => !isQuoted(text, match.index)).map((match) => ({
        path,
        line: lineAt(text, match.index),
        text: (match[1] ?? "").trim(),
      }));
    },
  );
}

/** Checks that each lint-ignore names its rules and, after ` -- `, its reason. */
export function checkLintIgnores(tree: HouseTree): Problem[] {
  return findLintIgnores(tree).filter(({ text }) => !/^[\w/, -]*\w -- \S/.test(text)).map((ignore) => ({
    ...ignore,
    text: "switches a lint rule off without `rule -- reason`",
  }));
}

function isQuoted(text: string, index: number): boolean {
  return /["'`]/.test(text.slice(text.lastIndexOf("\n", index) + 1, index));
}
