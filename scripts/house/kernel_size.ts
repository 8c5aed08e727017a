/** House check: the kernel stays small enough to be read in one sitting. @module */
import { countLines, type HouseTree, type Problem, textOf } from "./tree.ts";

/** The kernel, without kernel/std, has fewer lines of TypeScript than this. */
export const KERNEL_LINES = 2500;

/** Counts the lines of the kernel's TypeScript, without kernel/std. */
export function kernelLines(tree: HouseTree): number {
  return tree.paths.filter((path) => /^kernel\/(?!std\/).+\.ts$/.test(path))
    .reduce((sum, path) => sum + countLines(textOf(tree, path)), 0);
}

/** Checks that the kernel has fewer than {@linkcode KERNEL_LINES} lines. */
export function checkKernelSize(tree: HouseTree): Problem[] {
  const lines = kernelLines(tree);
  if (lines < KERNEL_LINES) return [];
  return [{
    path: "kernel/mod.ts",
    line: 1,
    text: `the kernel has ${lines} lines, not under ${KERNEL_LINES}`,
  }];
}
