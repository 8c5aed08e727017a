import { assertEquals } from "@std/assert/equals";
import { checkLintIgnores, findLintIgnores } from "../../../scripts/house/lint_ignores.ts";
import { treeOf } from "../../../scripts/house/tree.ts";

const IGNORE = "// deno-lint-" + "ignore";

const ROWS: readonly (readonly [string, number])[] = [
  [`${IGNORE} no-console -- it is the output\n`, 0],
  [`  ${IGNORE}-file no-console no-explicit-any -- because\n`, 0],
  [`${IGNORE} permafrost/no-class -- upstream has it\n`, 0],
  [`const a = "${IGNORE}";\n`, 0],
  [`${IGNORE} no-console\n`, 1],
  [`${IGNORE}\n`, 1],
  [`${IGNORE} -- because\n`, 1],
  [`${IGNORE} no-console --\n`, 1],
];
for (const [text, count] of ROWS) {
  Deno.test(`checkLintIgnores() finds ${count} problems when a file holds ${text.trim()}`, () => {
    assertEquals(checkLintIgnores(treeOf({ "a.ts": text })).length, count);
  });
}

Deno.test("findLintIgnores() lists each with its line when there are several", () => {
  const found = findLintIgnores(
    treeOf({ "a.ts": `a\n${IGNORE} b -- c\n`, "fixtures/b.ts": `${IGNORE} b\n` }),
  );
  assertEquals(found, [{ path: "a.ts", line: 2, text: "b -- c" }]);
});
