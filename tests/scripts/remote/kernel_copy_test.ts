import { assertEquals } from "@std/assert/equals";
import { OPEN_KERNEL_MODULES } from "../../../kernel/module_graph.ts";
import { placeKernel } from "../../../scripts/remote/kernel_copy.ts";
import { inFolder } from "../../in_folder.ts";
import { entryOf } from "../../published_files.ts";
import { listTree } from "../../small_experiment.ts";

function placedFor(path: string, text: string): { written: readonly string[]; kernel: string[] } {
  return inFolder((folder) => {
    const experiment = `${folder}/experiments/small`;
    Deno.mkdirSync(experiment, { recursive: true });
    Deno.writeTextFileSync(`${experiment}/${path}`, text);
    const written = placeKernel(folder, { experiment, files: [entryOf(path, text)] });
    for (const module of written) {
      assertEquals(
        Deno.readTextFileSync(`${folder}/${module}`),
        Deno.readTextFileSync(new URL(`../../../${module}`, import.meta.url)),
      );
    }
    return { written, kernel: listTree(folder).filter((path) => path.startsWith("kernel/")) };
  });
}

Deno.test("placeKernel() puts the open modules beside the experiment when a script names them", () => {
  const { written, kernel } = placedFor("run.ts", `import "../../kernel/experiment.ts";\n`);
  assertEquals(written, OPEN_KERNEL_MODULES);
  assertEquals(kernel, [...OPEN_KERNEL_MODULES].sort());
});

for (
  const [when, path, text] of [
    ["no script names them", "run.ts", `import "./experiment.ts";\n`],
    ["only data name them", "notes.txt", "../../kernel/experiment.ts\n"],
  ] as const
) {
  Deno.test(`placeKernel() puts nothing when ${when}`, () => {
    assertEquals(placedFor(path, text), { written: [], kernel: [] });
  });
}
