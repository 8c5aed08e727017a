/** House check: the kernel reads top to bottom. @module */
import { type HouseTree, lineAt, type Problem, textOf } from "./tree.ts";

const MOD = "kernel/mod.ts";
/** An export from a file, or a comment line `// ./file.ts: why` for a file that stays inside. */
const LISTED = /^(?:(?:export|\}).* from "|\/\/ )(\.\/[\w./-]+\.ts)\b/gm;
const IMPORT =
  /^(?:import|export)\b(?:[^"'`;()]*?\sfrom)?\s*"(\.{1,2}\/[^"]+\.ts)"|\bimport\(\s*"(\.{1,2}\/[^"]+\.ts)"/gm;

/**
 * Checks that kernel/mod.ts names every file of the kernel once, and that each file imports only files named
 * above it. A file that exports nothing to the outside is named by a comment line `// ./file.ts: why`.
 */
export function checkKernelOrder(tree: HouseTree): Problem[] {
  const files = tree.paths.filter((path) => /^kernel\/(?!std\/).+\.ts$/.test(path) && path !== MOD);
  if (!tree.paths.includes(MOD)) return [{ path: MOD, line: 1, text: "is missing" }];
  const mod = textOf(tree, MOD);
  const listed = [...mod.matchAll(LISTED)].map((match) => ({
    path: resolve(MOD, match[1] ?? ""),
    line: lineAt(mod, match.index),
  }));
  const order = new Map<string, number>();
  for (const { path } of listed) if (!order.has(path)) order.set(path, order.size);
  return [
    ...listed.filter(({ path }) => !files.includes(path)).map(({ path, line }) => ({
      path: MOD,
      line,
      text: `names ${path}, which does not exist`,
    })),
    ...files.filter((path) => !order.has(path)).map((path) => ({
      path,
      line: 1,
      text: `is not named in ${MOD}`,
    })),
    ...files.flatMap((path) => orderProblems(tree, path, { order })),
  ];
}

function orderProblems(tree: HouseTree, path: string, options: { order: Map<string, number> }): Problem[] {
  const text = textOf(tree, path);
  const place = options.order.get(path) ?? Infinity;
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = resolve(path, match[1] ?? match[2] ?? "");
    if (target.startsWith("kernel/std/") || !target.startsWith("kernel/")) return [];
    if ((options.order.get(target) ?? Infinity) < place) return [];
    return [{
      path,
      line: lineAt(text, match.index),
      text: `imports ${target}, which ${MOD} does not name above it`,
    }];
  });
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}
