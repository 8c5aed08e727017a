import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { HELPER, renameExperiment, renameProtocol } from "../../../scripts/cli/rename_experiment.ts";
import { assertCode } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { listTree, makeSmall } from "../../small_experiment.ts";

const ROOT = join(import.meta.dirname!, "../../../experiments/source-v1");
const FILES = ["protocol.json", "run.ts", "deep/er/part.ts"].map((path) => ({ path, bytes: 0, sha256: "" }));

const renamed: [text: string, expected: string, origin: string | null][] = [
  ['{"id":"a-v1","x":1}', '{"id":"b-v2","x":1}', null],
  ['{ "x": 1 }', '{\n  "x": 1,\n  "id": "b-v2"\n}', null],
  ['{\n  // why\n  "id": "a-v1", // this\n}', '{\n  // why\n  "id": "b-v2", // this\n}', null],
  [
    '{"id":"a-v1","permafrost":{"publication":{"origin":"https://x.org/a-v1/"}}}',
    '{"id":"b-v2","permafrost":{"publication":{"origin":"https://x.org/b-v2/"}}}',
    "https://x.org/b-v2/",
  ],
  [
    '{"id":"a-v1","permafrost":{"publication":{"origin":"https://x.org/other/"}}}',
    '{"id":"b-v2","permafrost":{"publication":{"origin":"https://x.org/other/"}}}',
    null,
  ],
  [
    '{"id":"v1","permafrost":{"publication":{"origin":"https://x.org/a-v1/"}}}',
    '{"id":"b-v2","permafrost":{"publication":{"origin":"https://x.org/a-v1/"}}}',
    null,
  ],
];
for (const [text, expected, origin] of renamed) {
  Deno.test(`renameProtocol() changes the id and nothing else in ${JSON.stringify(text)}`, () => {
    assertEquals(renameProtocol(text, "b-v2"), { text: expected, origin });
  });
}

function withDraft(use: (draft: string) => void): void {
  inFolder((folder) => {
    makeSmall(folder, {
      code: 'import { runExperiment } from "../../kernel/experiment.ts";\n',
      files: { "deep/er/part.ts": 'import { readOrder } from "../../../../kernel/experiment.ts";\n' },
    });
    use(folder);
  });
}

Deno.test("renameExperiment() gives a copy elsewhere its own helper, at every depth", () => {
  withDraft((draft) => {
    const { notes, added } = renameExperiment(draft, {
      id: "b-v2",
      source: { root: ROOT, files: FILES },
      target: "/elsewhere/b-v2",
    });
    assertEquals([notes.length, added, listTree(draft).includes(HELPER)], [1, 1, true]);
    assertEquals(Deno.readTextFileSync(`${draft}/run.ts`), 'import { runExperiment } from "./permafrost.ts";\n');
    assertEquals(
      Deno.readTextFileSync(`${draft}/deep/er/part.ts`),
      'import { readOrder } from "../../permafrost.ts";\n',
    );
  });
});

Deno.test("renameExperiment() leaves imports alone when they hold in the new place", () => {
  withDraft((draft) => {
    const before = Deno.readTextFileSync(`${draft}/run.ts`);
    const target = join(ROOT, "../b-v2");
    const copied = renameExperiment(draft, { id: "b-v2", source: { root: ROOT, files: FILES }, target });
    assertEquals([copied, Deno.readTextFileSync(`${draft}/run.ts`)], [{ notes: [], added: 0 }, before]);
  });
});

Deno.test("renameExperiment() throws file-exists when another file has the helper's name", () => {
  withDraft((draft) => {
    Deno.writeTextFileSync(join(draft, HELPER), "");
    const plan = { id: "b-v2", source: { root: ROOT, files: FILES }, target: "/elsewhere/b-v2" };
    assertCode(() => renameExperiment(draft, plan), "file-exists", HELPER);
  });
});
