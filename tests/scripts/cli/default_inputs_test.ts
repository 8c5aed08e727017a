import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { resolve } from "node:path";
import { withDefaultInputs } from "../../../scripts/cli/default_inputs.ts";
import { inFolder } from "../../in_folder.ts";
import { builtOnce } from "../recovery_executables.ts";

const OWN = resolve(import.meta.dirname!, "../../../experiments/recovery-v1");

const UNTOUCHED: readonly (readonly [name: string, folder: string, given: Record<string, string>])[] = [
  ["both executables are given", OWN, { candidate: "/a", baseline: "/b" }],
  ["an experiment of this repository takes none", resolve(OWN, "../fence-v1"), {}],
  ["an experiment of the same name is elsewhere", "/nowhere/experiments/recovery-v1", {}],
];
for (const [name, folder, given] of UNTOUCHED) {
  Deno.test(`withDefaultInputs() adds nothing and says nothing when ${name}`, async () => {
    const said: string[] = [];
    assertEquals(await withDefaultInputs(folder, { given, onNotice: (text) => said.push(text) }), given);
    assertEquals(said, []);
  });
}

Deno.test({
  name: "withDefaultInputs() builds what is left out and keeps what is given when one executable is given",
  ignore: await builtOnce() === null, // without Deno's bundler nothing can be built
  fn: () =>
    inFolder(async (folder) => {
      const given = { candidate: `${folder}/mine` };
      const said: string[] = [];
      const inputs = await withDefaultInputs(OWN, { given, onNotice: (text) => said.push(text) });
      assertEquals([Object.keys(inputs).sort(), inputs["candidate"]], [["baseline", "candidate"], given.candidate]);
      assert(Deno.statSync(inputs["baseline"]!).isFile);
      assertEquals(said.length === 1 && said[0]!.includes("baseline") && !said[0]!.includes("candidate"), true);
    }),
});
