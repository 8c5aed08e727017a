import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { readEpisode } from "../../../../../scripts/je/episode_files.ts";
import { inFolder } from "../../../../in_folder.ts";
import { clientUnit } from "../../../../scripts/je/mcp/client_session.ts";
import { serverFiles } from "../../../../scripts/je/mcp/served_process.ts";
import { runExecutable } from "../../../../scripts/recovery_executables.ts";
import { testWhere } from "../../../../test_where.ts";

const PACKAGE = "@modelcontextprotocol/inspector@2.12.0"; // for Node; Deno cannot install it (a package that is missing)

/** Runs Inspector's command line, which npm fetches at its first use. */
async function inspect(words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const args = ["npm", "exec", "--yes", "--prefer-offline", `--package=${PACKAGE}`, "--", "mcp-inspector", "--cli"];
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "" };
  return await runExecutable("/usr/bin/env", [...args, ...words], { env });
}

const isThere = (await inspect(["--help"]).catch(() => ({ code: 1 }))).code === 0;
const testWithInspector = testWhere(isThere ? "" : "Inspector or npm cannot be had here");

/** Words for Inspector, what is looked at of its answer, what that is, and how the episode ends; null: it does not begin. */
const REQUESTS: readonly [
  string,
  string[],
  // deno-lint-ignore no-explicit-any -- what Inspector prints is what the test looks at
  (answer: any) => unknown,
  unknown,
  string | null,
][] = [
  ["lists the tools", ["tools/list"], ({ tools }) => tools.map(({ name }: { name: string }) => name), [
    ...["list_entries", "get_entry", "open_document", "compute", "set_disposition", "submit"],
  ], null],
  ["gets the brief", ["prompts/get", "--prompt-name", "brief"], ({ messages }) => messages.length, 1, null],
  [
    "calls compute",
    ["tools/call", "--tool-name", "compute", "--tool-arg", "op=add", "--tool-arg", "ints=[1,2]"],
    (
      { structuredContent, isError },
    ) => [isError, structuredContent.data.result],
    [false, 3],
    "stopped",
  ],
  [
    "submits",
    ["tools/call", "--tool-name", "submit"],
    ({ structuredContent }) => structuredContent.data.termination,
    ...[
      "submitted",
      "submitted",
    ] as const,
  ],
];

for (const [name, [method, ...words], look, expected, termination] of REQUESTS) {
  testWithInspector(`launchServer() serves Inspector when it ${name}`, () =>
    inFolder(async (folder) => {
      const { args, output, path } = serverFiles(folder, { unit: clientUnit(), salt: "of a campaign" });
      const quoted = [Deno.execPath(), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
      const script = join(folder, "serve.sh"); // Inspector takes options like the command's for its own
      Deno.writeTextFileSync(script, `#!/bin/sh\nexec ${quoted}\n`);
      Deno.chmodSync(script, 0o700);
      const { code, out, err } = await inspect([script, "--method", method!, ...words]);
      assertEquals(code, 0, err);
      assertEquals(look(JSON.parse(out)), expected);
      if (termination === null) return assertEquals([...Deno.readDirSync(output)], []);
      const { record } = readEpisode(path), { client } = record.provider as { client: { name: string } };
      assertEquals([record.termination, record.rows], [termination, 1]);
      assert(/inspector/i.test(client.name), client.name);
    }));
}
