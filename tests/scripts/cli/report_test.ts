import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { writeResult } from "../../../kernel/result.ts";
import { aResult } from "../../a_result.ts";
import { inFolder } from "../../in_folder.ts";
import { runCommand } from "../bundle/run_command.ts";

const CRITERIA = [{ id: "one", at: "/summary/n", equals: 1 }, { id: "two", at: "/summary/n", equals: 2 }];
const ROWS = [{ id: "a", agree: true }, { id: "b", fine: false }];

async function inResult(use: (cwd: string) => Promise<void>): Promise<void> {
  await inFolder(async (cwd) => {
    writeResult(`${cwd}/r.json`, aResult({ rows: ROWS }, CRITERIA));
    await use(cwd);
  });
}

Deno.test("runReport() writes the file, says what is in it, and exits 0 when a criterion is not met", async () => {
  await inResult(async (cwd) => {
    const { code, out, err } = await runCommand(["report", "r.json", "--junit", "j.xml"], { cwd });
    assertEquals([code, out, err], [0, "", "Report      j.xml, 3 testcases, 1 failed\n"]);
    const text = Deno.readTextFileSync(`${cwd}/j.xml`);
    assert(
      text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tiny-v1" tests="3" failures="1"'),
    );
  });
});

Deno.test("runReport() prints the same bytes to standard output when it is asked to", async () => {
  await inResult(async (cwd) => {
    await runCommand(["report", "r.json", "--junit", "j.xml"], { cwd });
    const { out, err } = await runCommand(["report", "r.json", "--junit=-"], { cwd });
    assertEquals([out, err], [Deno.readTextFileSync(`${cwd}/j.xml`), ""]);
  });
});

Deno.test("runReport() asks the field that --verdict names, and prints one JSON value when it is asked to", async () => {
  await inResult(async (cwd) => {
    const { out } = await runCommand(["report", "r.json", "--junit", "j.xml", "--verdict", "fine", "--json"], { cwd });
    assertEquals(JSON.parse(out), {
      shown: [{ name: "r.json", kind: "result" }],
      written: [{ form: "junit", place: "j.xml", tests: 3, failures: 2 }],
    });
  });
});

const REFUSED: readonly [string, string[], string][] = [
  ["no form is named", ["r.json"], "usage"],
  ["both would be printed", ["r.json", "--junit=-", "--json"], "usage"],
  ["there is no result", ["none.json", "--junit", "j.xml"], "file-missing"],
  ["it is no result", ["no.json", "--junit", "j.xml"], "result-invalid"],
  ["something is in the place", ["r.json", "--junit", "no.json"], "file-exists"],
  ["the folder is not there", ["r.json", "--junit", "none/j.xml"], "file-missing"],
];
for (const [what, words, code] of REFUSED) {
  Deno.test(`runReport() refuses when ${what}`, async () => {
    await inResult(async (cwd) => {
      Deno.writeTextFileSync(`${cwd}/no.json`, "{}");
      const end = await runCommand(["report", ...words], { cwd });
      assertEquals([end.code, end.out, /\[([a-z-]+)\]\n$/.exec(end.err)?.[1]], [2, "", code]);
      assertEquals(Deno.readTextFileSync(`${cwd}/no.json`), "{}");
    });
  });
}
