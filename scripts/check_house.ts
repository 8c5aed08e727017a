/**
 * The house checks beyond lint: prints each problem as `file:line: text` on stdout and a count on stderr.
 * Exits 0 when there is none, 1 when there are some, 2 when it cannot tell.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../kernel/error.ts";
import { readDocs } from "./house/doc_json.ts";
import { checkDocs } from "./house/doc_params.ts";
import { checkKernelOrder } from "./house/kernel_order.ts";
import { checkKernelSize, KERNEL_LINES, kernelLines } from "./house/kernel_size.ts";
import { checkExemptions, checkLayout } from "./house/layout.ts";
import { checkLintIgnores, findLintIgnores } from "./house/lint_ignores.ts";
import { checkText } from "./house/text.ts";
import { formatProblem, type HouseTree, type Problem, readTree } from "./house/tree.ts";

/** Runs every check that needs the files alone; the problems come in the order of path and line. */
export function checkTree(tree: HouseTree): Problem[] {
  return sortProblems([
    ...checkLayout(tree),
    ...checkExemptions(tree),
    ...checkKernelOrder(tree),
    ...checkKernelSize(tree),
    ...checkLintIgnores(tree),
    ...checkText(tree),
  ]);
}

/** Orders problems by path, then line, then text; returns a new array. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
  return [...problems].sort((a, b) => compare(a.path, b.path) || a.line - b.line || compare(a.text, b.text));
}

/**
 * Runs every check on the repository at `root`, prints (those on doc comments last), and returns the exit code.
 *
 * @throws {PermafrostError} `unavailable` when the doc comments cannot be read.
 */
export function checkHouse(root: string): number {
  const tree = readTree(root);
  const documented = tree.paths.filter((path) => /^(?:mod\.ts|kernel\/(?!std\/).+\.ts)$/.test(path));
  const problems = checkTree(tree);
  const print = (some: readonly Problem[]): void => some.forEach((one) => console.log(formatProblem(one)));
  print(problems);
  const docProblems = sortProblems(checkDocs(tree, readDocs(root, documented), { root }));
  print(docProblems);
  const size = `kernel ${kernelLines(tree)} lines (under ${KERNEL_LINES})`;
  console.error(
    `house: ${problems.length + docProblems.length} problems, ${tree.paths.length} files, ${size}, ` +
      `${findLintIgnores(tree).length} lint-ignores`,
  );
  return problems.length + docProblems.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  try {
    Deno.exit(checkHouse(fileURLToPath(new URL("../", import.meta.url))));
  } catch (error) {
    console.error(error instanceof PermafrostError ? error.message : error);
    Deno.exit(2);
  }
}
