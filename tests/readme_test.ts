import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readProtocol } from "../kernel/protocol.ts";
import { COMMANDS } from "../scripts/cli/commands.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = Deno.readTextFileSync(`${ROOT}README.md`);
const TRANSCRIPTS = [...README.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, text = ""]) => text);

/** What a run prints for people, without what differs from run to run and from machine to machine. */
function steady(text: string): string {
  return text.replaceAll(/\d+ ms/g, "N ms").replace(/^Ran .*\n( {12}.*\n)*/m, "Ran\n").replace(
    /^note: [^]*(?=^Experiment )/m,
    "",
  ).trim();
}

async function permafrost(folder: string, words: string[]): Promise<{ code: number; said: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${folder}/scripts/permafrost.ts`, ...words],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return { code, said: new TextDecoder().decode(stderr) };
}

Deno.test("README.md shows what fence:verify says", async () => {
  const { code, said } = await permafrost(ROOT, ["verify", "fence-v1"]);
  assertEquals(code, 0);
  const shown = TRANSCRIPTS[0]!.replace(/^\$ .*\n/, "");
  assertEquals(steady(shown), steady(said));
});

Deno.test("README.md shows what fence:verify says when a byte was added", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    for (const name of ["deno.json", "deno.lock", "kernel", "scripts", "experiments", "mod.ts"]) {
      await new Deno.Command("cp", { args: ["-R", `${ROOT}${name}`, folder] }).output();
    }
    Deno.writeTextFileSync(`${folder}/experiments/fence-v1/score.ts`, " ", { append: true });
    const { code, said } = await permafrost(folder, ["verify", "fence-v1"]);
    assertEquals(code, 1);
    const shown = TRANSCRIPTS[1]!.replace(/^\$ .*\n\$ .*\n/, "").replace(/^\$ [^]*/m, "");
    assertEquals(steady(shown), steady(said));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("README.md lists every command with its summary", () => {
  for (const { name, summary } of COMMANDS) {
    const row = README.split("\n").find((line) => line.startsWith(`| \`${name}\` `));
    assert(row?.includes(` ${summary} `), `${name}: ${summary}`);
  }
});

Deno.test("README.md lists every experiment with its question", async () => {
  for (const id of readdirSync(`${ROOT}experiments`)) {
    if (!existsSync(`${ROOT}experiments/${id}/manifest.json`)) continue;
    const { document } = await readProtocol(`${ROOT}experiments/${id}`);
    const row = README.split("\n").find((line) => line.startsWith(`| \`${id}\` `));
    assert(row?.includes(String(document["question"])), id);
  }
});

Deno.test("README.md links only to files that are there", () => {
  for (const [, target = ""] of README.matchAll(/\]\(([^)#]+)\)/g)) {
    if (!target.includes("://")) assert(existsSync(`${ROOT}${target}`), target);
  }
});
