import { assertEquals } from "@std/assert/equals";
import { EXEMPTIONS } from "../../../scripts/lint/exemptions.ts";
import { checkExemptions, checkLayout, CROSS_CUTTING, TOP_LEVEL } from "../../../scripts/house/layout.ts";
import { treeOf } from "../../../scripts/house/tree.ts";

const CODE = "export function f(): void {}\n";

const GOOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "every top-level name": Object.fromEntries([...TOP_LEVEL].map((name) => [name, ""])),
  "a kernel file with its test": { "kernel/a.ts": CODE, "tests/kernel/a_test.ts": "" },
  "a kernel file of types alone": { "kernel/a.ts": "export interface A { a: 1 }\nexport type B = A;\n" },
  "kernel/mod.ts without a test": { "kernel/mod.ts": "export const a = 1;\n" },
  "kernel/std without tests": { "kernel/std/x/a.ts": CODE },
  "a long test": { "kernel/a.ts": CODE, "tests/kernel/a_test.ts": "1", "tests/long/kernel/a_test.ts": "2" },
  "a test of a folder": { "kernel/std/x/a.ts": CODE, "tests/kernel/std/x_test.ts": "" },
  "a test of an experiment": { "experiments/a-v1/b.ts": CODE, "tests/experiments/a-v1/b_test.ts": "" },
  "the template": { "experiments/_template/run.ts": CODE },
  "a cross-cutting test": { [Object.keys(CROSS_CUTTING)[0]!]: "" },
  "a helper beside the tests": { "tests/assert_code.ts": CODE },
  "fixtures of any name": { "fixtures/Any Name/a.txt": "", "fixtures/b.txt": "" },
};
for (const [what, files] of Object.entries(GOOD)) {
  Deno.test(`checkLayout() finds nothing when there is ${what}`, () => {
    assertEquals(checkLayout(treeOf(files)), []);
  });
}

const BAD: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
  "a stray name at the top": [{ "notes.md": "" }, "notes.md"],
  "a stray folder at the top": [{ "src/a.ts": CODE }, "src/a.ts"],
  "a package.json": [{ "package.json": "{}" }, "package.json"],
  "a test of nothing": [{ "tests/kernel/a_test.ts": "" }, "tests/kernel/a_test.ts"],
  "a long test of nothing": [{ "tests/long/kernel/a_test.ts": "" }, "tests/long/kernel/a_test.ts"],
  "a test at the top of tests/": [{ "tests/a_test.ts": "" }, "tests/a_test.ts"],
  "a kernel file without a test": [{ "kernel/a.ts": CODE }, "kernel/a.ts"],
  "a nested kernel file without a test": [{ "kernel/b/a.ts": CODE }, "kernel/b/a.ts"],
  "a kernel constant without a test": [{ "kernel/a.ts": "export const A = 1;\n" }, "kernel/a.ts"],
  "only a long test": [
    { "kernel/a.ts": "export async function f(): Promise<void> {}\n", "tests/long/kernel/a_test.ts": "" },
    "kernel/a.ts",
  ],
  "a kebab-case folder": [{ "scripts/a-b/c.ts": CODE }, "scripts/a-b/c.ts"],
  "an experiment without a version": [{ "experiments/a/run.ts": CODE }, "experiments/a/run.ts"],
  "an experiment of version 0": [{ "experiments/a-v0/run.ts": CODE }, "experiments/a-v0/run.ts"],
  "two copies": [{ "scripts/a.ts": CODE, "scripts/b.ts": CODE }, "scripts/b.ts"],
};
for (const [what, [files, path]] of Object.entries(BAD)) {
  Deno.test(`checkLayout() names one file when there is ${what}`, () => {
    assertEquals(checkLayout(treeOf(files)).map((problem) => problem.path), [path]);
  });
}

const TABLE = "scripts/lint/exemptions.ts";
const EXEMPT = [...new Set(Object.values(EXEMPTIONS).flatMap((paths) => Object.keys(paths)))];
const PRESENT = Object.fromEntries(EXEMPT.map((path) => [path.endsWith("/") ? `${path}a.ts` : path, ""]));

Deno.test("checkExemptions() finds nothing when every exempt path exists", () => {
  assertEquals(checkExemptions(treeOf({ ...PRESENT, [TABLE]: "" })), []);
});

Deno.test("checkExemptions() points into the table when an exempt path is gone", () => {
  const { ["kernel/error.ts"]: _gone, ...rest } = PRESENT;
  const found = checkExemptions(treeOf({ ...rest, [TABLE]: `\n\n    "kernel/error.ts": "why",\n` }));
  assertEquals(found.map(({ path, line }) => [path, line]), [[TABLE, 3]]);
});
