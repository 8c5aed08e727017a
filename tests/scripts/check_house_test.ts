import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";
import { checkHouse, checkTree, sortProblems } from "../../scripts/check_house.ts";
import { readTree, treeOf } from "../../scripts/house/tree.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

Deno.test("sortProblems() orders by path, line and text when they are mixed", () => {
  const row = (path: string, line: number, text: string) => ({ path, line, text });
  const sorted = [row("a", 2, "x"), row("a", 10, "a"), row("a", 10, "b"), row("b", 1, "a")];
  assertEquals(sortProblems([sorted[3]!, sorted[2]!, sorted[0]!, sorted[1]!]), sorted);
});

/** One breach for each check, with the words that its problem must hold. */
const BREACHES: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ["layout", { "notes.md": "a\n" }, "no name for the top"],
  ["exemptions", { "kernel/error.ts": "" }, "exempt"],
  ["kernel order", { "kernel/mod.ts": "", "kernel/a.ts": "" }, "is not named"],
  ["kernel size", { "kernel/a.ts": "//\n".repeat(2500) }, "2500 lines"],
  ["lint ignores", { "scripts/a.ts": "// deno-lint-" + "ignore no-console\n" }, "switches a lint rule off"],
  ["text", { "README.md": "a\tb\n" }, "holds a tab"],
];
for (const [check, files, words] of BREACHES) {
  Deno.test(`checkTree() runs the check of ${check} when given a tree`, () => {
    const tree = treeOf({ "scripts/lint/exemptions.ts": "", ...files });
    assertEquals(checkTree(tree).some(({ text }) => text.includes(words)), true);
  });
}

Deno.test("checkTree() reads every file when given this repository", () => {
  const tree = readTree(ROOT);
  assertEquals(tree.paths.includes("scripts/check_house.ts"), true);
  assertEquals(checkTree(tree), sortProblems(checkTree(tree)));
});

Deno.test("checkHouse() returns 1 and prints the places when a repository has problems", () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const { log, error } = console;
  const printed: string[] = [];
  try {
    Deno.mkdirSync(`${root}/kernel`);
    Deno.mkdirSync(`${root}/scripts/lint`, { recursive: true });
    Deno.writeTextFileSync(`${root}/deno.json`, "{}\n");
    Deno.writeTextFileSync(`${root}/scripts/lint/exemptions.ts`, "");
    Deno.writeTextFileSync(`${root}/kernel/mod.ts`, "export const a: number = 1;\n");
    console.log = (line: string) => void printed.push(line);
    console.error = () => {};
    assertEquals(checkHouse(root), 1);
  } finally {
    Object.assign(console, { log, error });
    Deno.removeSync(root, { recursive: true });
  }
  assertEquals(printed.includes("kernel/mod.ts:1: a has no doc comment"), true);
});
