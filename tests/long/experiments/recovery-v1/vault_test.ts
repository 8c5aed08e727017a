import { assertEquals } from "@std/assert/equals";
import { withVault } from "../../../experiments/recovery-v1/vault/seeded_vault.ts";
import { builtOnce, runExecutable } from "../../../scripts/recovery_executables.ts";

const PACKAGE = "@modelcontextprotocol/inspector@2.12.0"; // for Node; Deno cannot install it (a package that is missing)
const built = await builtOnce();

/** Runs Inspector's command line, which npm fetches at its first use. */
async function inspect(words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const args = ["npm", "exec", "--yes", "--prefer-offline", `--package=${PACKAGE}`, "--", "mcp-inspector", "--cli"];
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "" };
  return await runExecutable("/usr/bin/env", [...args, ...words], { env });
}

const isMissing = built === null || (await inspect(["--help"]).catch(() => ({ code: 1 }))).code !== 0;
if (isMissing) console.error("Inspector is left out: it, npm or Deno's bundler cannot be had here");

/** Words after the server's, and what of the answer is looked at. */
const CALLS: readonly [string, string[], string[], (answer: string, sha: string) => unknown, unknown][] = [
  ["lists the tools without content", [], ["--method", "tools/list"], (answer) => {
    return JSON.parse(answer).tools.map(({ name }: { name: string }) => name);
  }, ["list_snapshots", "show_snapshot"]],
  ["lists all tools", ["--allow-transcript-content"], ["--method", "tools/list"], (answer) => {
    return JSON.parse(answer).tools.length;
  }, 5],
  [
    "calls search_snapshot",
    ["--allow-transcript-content"],
    [
      ...[
        "--method",
        "tools/call",
        "--tool-name",
        "search_snapshot",
        "--tool-arg",
        "sha=SHA",
        "--tool-arg",
        "query=needle",
      ],
    ],
    (answer) => JSON.parse(JSON.parse(answer).content[0].text).matched_records,
    1,
  ],
  [
    "calls read_snapshot",
    ["--allow-transcript-content"],
    [
      ...["--method", "tools/call", "--tool-name", "read_snapshot", "--tool-arg", "sha=SHA", "--tool-arg", "record=0"],
    ],
    (answer) => JSON.parse(JSON.parse(answer).content[0].text).record_index,
    0,
  ],
];
for (const [name, flags, words, look, expected] of CALLS) {
  Deno.test({
    name: `mcp is one that Inspector ${name} of`,
    ignore: isMissing,
    fn: async () => {
      await withVault(async ({ place, codex }) => {
        const server = [
          "-e",
          `DENO=${Deno.execPath()}`,
          "-e",
          `XDG_DATA_HOME=${place}`,
          built!.candidate,
          "mcp",
          ...flags,
        ];
        const { code, out, err } = await inspect([...server, ...words.map((word) => word.replace("SHA", codex))]);
        assertEquals([code, look(out, codex)], [0, expected], err);
      });
    },
  });
}

Deno.test({
  name: "mcp is one that Inspector is denied read_snapshot of by default",
  ignore: isMissing,
  fn: async () => {
    await withVault(async ({ place, codex }) => {
      const server = ["-e", `DENO=${Deno.execPath()}`, "-e", `XDG_DATA_HOME=${place}`, built!.candidate, "mcp"];
      const call = ["--method", "tools/call", "--tool-name", "read_snapshot", "--tool-arg", `sha=${codex}`];
      const { code, out, err } = await inspect([...server, ...call, "--tool-arg", "record=0"]);
      assertEquals([code === 0, /session_meta/.test(out + err)], [false, false]);
    });
  },
});
