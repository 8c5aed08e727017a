import { assertEquals } from "@std/assert/equals";
import { checkKernelSize, KERNEL_LINES, kernelLines } from "../../../scripts/house/kernel_size.ts";
import { treeOf } from "../../../scripts/house/tree.ts";

Deno.test("kernelLines() counts the kernel alone when there are other files", () => {
  const lines = "//\n".repeat(10);
  const tree = treeOf({
    "kernel/a.ts": lines,
    "kernel/b/c.ts": lines,
    "kernel/std/x/d.ts": lines,
    "kernel/schema/e.json": lines,
    "scripts/f.ts": lines,
  });
  assertEquals(kernelLines(tree), 20);
});

for (const [lines, count] of [[KERNEL_LINES - 1, 0], [KERNEL_LINES, 1]] as const) {
  Deno.test(`checkKernelSize() finds ${count} problems when the kernel has ${lines} lines`, () => {
    assertEquals(checkKernelSize(treeOf({ "kernel/a.ts": "//\n".repeat(lines) })).length, count);
  });
}
