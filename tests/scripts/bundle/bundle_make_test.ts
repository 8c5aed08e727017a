import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";
import { verify } from "../../../kernel/reproduce.ts";
import type { Result } from "../../../kernel/result.ts";
import { makeBundle } from "../../../scripts/bundle/bundle_make.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { listTree, makeFrozen, makeSmall, type SmallParts } from "../../small_experiment.ts";
import { runText, testBundle } from "./bundle_process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MAX_BYTES = 1_048_576;

for (const id of ["fence-v1", "conservation-v1", "repair-v1"]) {
  testBundle(`makeBundle() makes of ${id} one file under 1 MiB that gives the rows and digest of a run`, async () => {
    await inFolder(async (folder) => {
      const experiment = `${ROOT}experiments/${id}`;
      const [{ text, manifestSha256 }, { result }] = await Promise.all([
        makeBundle(experiment),
        verify(experiment, { containment: "none" }),
      ]);
      assert(new TextEncoder().encode(text!).length < MAX_BYTES);
      const { code, out, err } = await runText(folder, { text: text!, words: ["--json"] });
      const ran = JSON.parse(out) as Result;
      assertEquals([code, ran.manifestSha256], [0, manifestSha256], err);
      const { summary, rows, decision, reproductionSha256 } = result!;
      assertEquals([ran.reproductionSha256, ran.summary, ran.rows, ran.decision], [
        ...[reproductionSha256, summary, rows, decision],
      ]);
      assertEquals(listTree(folder).filter((name) => !name.startsWith(".deno")), ["bundle.js"]);
    });
  });
}

testBundle("makeBundle() makes the same bytes in any folder, and names no place of this machine", async () => {
  await inFolder(async (folder) => {
    const [one, two] = await Promise.all(["a", "b/c"].map(async (name) => {
      Deno.mkdirSync(`${folder}/${name}`, { recursive: true });
      const { text } = await makeBundle(await makeFrozen(`${folder}/${name}/small`, { files: { "a.txt": "\ufeffx" } }));
      return text!;
    }));
    assertEquals(one, two);
    const home = Deno.env.get("HOME") ?? "/root";
    assertEquals([ROOT, folder, `${home}/`, "permafrost-", "registry"].filter((part) => one!.includes(part)), []);
  });
});

testBundle("makeBundle() refuses changed bytes, and says which", async () => {
  await inFolder(async (folder) => {
    const small = await makeFrozen(`${folder}/small`);
    Deno.writeTextFileSync(`${small}/run.ts`, "// another");
    const { text, findings } = await makeBundle(small);
    assertEquals([text, findings.map(({ code, at }) => [code, at])], [null, [["changed", "run.ts"]]]);
  });
});

testBundle("makeBundle() takes in no file from outside of the frozen ones", async () => {
  await inFolder(async (folder) => {
    const code = `import text from "/etc/hostname" with { type: "text" };\nconsole.log(text);`;
    const { text, findings } = await makeBundle(await makeFrozen(`${folder}/small`, { code }));
    assertEquals([text, findings.map(({ code, at }) => [code, at])], [null, [["module", "/etc/hostname"]]]);
  });
});

testBundle("makeBundle() refuses code that cannot be parsed", async () => {
  await inFolder(async (folder) => {
    const { text, findings } = await makeBundle(await makeFrozen(`${folder}/small`, { code: "let let = ;" }));
    assertEquals([text, findings.map(({ code, at }) => [code, at])], [null, [["module", "experiments/small/run.ts"]]]);
  });
});

const REFUSED: readonly [string, SmallParts, string, string][] = [
  [
    "reads its own folder",
    { block: { permissions: { read: ["."] } } },
    "protocol-invalid",
    "/permafrost/permissions/read/0",
  ],
  [
    "reads a file of its own",
    {
      block: { permissions: { read: ["$SCRATCH", "a.txt"], write: ["$SCRATCH"] } },
      files: { "a.txt": "" },
    },
    "protocol-invalid",
    "/permafrost/permissions/read/1",
  ],
  ["asks where it is", { code: `console.log(import.meta.url);` }, "protocol-invalid", "run.ts"],
];
for (const [what, parts, code, at] of REFUSED) {
  testBundle(`makeBundle() refuses an experiment that ${what}`, async () => {
    await inFolder(async (folder) => {
      const small = await makeFrozen(`${folder}/small`, parts);
      await assertCodeAsync(() => makeBundle(small), code as "internal", at);
    });
  });
}

Deno.test("makeBundle() refuses a draft", async () => {
  await inFolder(async (folder) => {
    await assertCodeAsync(() => makeBundle(makeSmall(`${folder}/small`)), "manifest-missing");
  });
});
