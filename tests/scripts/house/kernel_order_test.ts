import { assertEquals } from "@std/assert/equals";
import { checkKernelOrder } from "../../../scripts/house/kernel_order.ts";
import { treeOf } from "../../../scripts/house/tree.ts";

const MOD = `/** Doc that mentions ./c.ts first. */
export { a, b } from "./a.ts";
export type { A } from "./a.ts";
export {
  longName,
} from "./b.ts";
// ./inner/d.ts: stays inside
export * from "./c.ts";
`;
const EMPTY = { "kernel/a.ts": "", "kernel/b.ts": "", "kernel/c.ts": "", "kernel/inner/d.ts": "" };

const GOOD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "nothing is imported": {},
  "imports go up": { "kernel/c.ts": `import { a } from "./a.ts";\nimport { d } from "./inner/d.ts";\n` },
  "a folder imports up": { "kernel/inner/d.ts": `import type { B } from "../b.ts";\n` },
  "std and JSON are imported": {
    "kernel/a.ts": `import { x } from "./std/x/y.ts";\nimport s from "./schema/s.json" with { type: "json" };\n`,
  },
};
for (const [when, files] of Object.entries(GOOD)) {
  Deno.test(`checkKernelOrder() finds nothing when ${when}`, () => {
    assertEquals(checkKernelOrder(treeOf({ "kernel/mod.ts": MOD, ...EMPTY, ...files })), []);
  });
}

const BAD: Readonly<Record<string, readonly [string, number, Readonly<Record<string, string>>]>> = {
  "an import goes down": ["kernel/a.ts", 2, { "kernel/a.ts": `// one\nimport { b } from "./b.ts";\n` }],
  "an import over lines goes down": [
    "kernel/b.ts",
    1,
    { "kernel/b.ts": `import {\n  type C,\n  c,\n} from "./c.ts";\n` },
  ],
  "a type import goes down": ["kernel/a.ts", 1, { "kernel/a.ts": `import type { B } from "./b.ts";\n` }],
  "an export from below is passed on": ["kernel/a.ts", 1, { "kernel/a.ts": `export * from "./b.ts";\n` }],
  "a bare import goes down": ["kernel/a.ts", 1, { "kernel/a.ts": `import "./b.ts";\n` }],
  "a dynamic import goes down": ["kernel/a.ts", 1, { "kernel/a.ts": `const b = await import("./b.ts");\n` }],
  "a file imports itself": ["kernel/a.ts", 1, { "kernel/a.ts": `import { a } from "./a.ts";\n` }],
  "a file imports mod.ts": ["kernel/b.ts", 1, { "kernel/b.ts": `import { a } from "./mod.ts";\n` }],
  "a file is not named": ["kernel/e.ts", 1, { "kernel/e.ts": "" }],
};
for (const [when, [path, line, files]] of Object.entries(BAD)) {
  Deno.test(`checkKernelOrder() names one line when ${when}`, () => {
    const found = checkKernelOrder(treeOf({ "kernel/mod.ts": MOD, ...EMPTY, ...files }));
    assertEquals(found.map((problem) => [problem.path, problem.line]), [[path, line]]);
  });
}

Deno.test("checkKernelOrder() points into mod.ts when it names a file that is gone", () => {
  const found = checkKernelOrder(treeOf({ "kernel/mod.ts": `\nexport * from "./gone.ts";\n` }));
  assertEquals(found.map(({ path, line }) => [path, line]), [["kernel/mod.ts", 2]]);
});

Deno.test("checkKernelOrder() finds one problem when mod.ts is missing", () => {
  assertEquals(checkKernelOrder(treeOf({ "kernel/a.ts": "" })).map(({ path }) => path), ["kernel/mod.ts"]);
});
