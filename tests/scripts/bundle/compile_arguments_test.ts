import { assertEquals } from "@std/assert/equals";
import { readDeclaration } from "../../../kernel/protocol.ts";
import {
  COMPILE_TARGETS,
  compileArguments,
  type CompileTarget,
  readTarget,
} from "../../../scripts/bundle/compile_arguments.ts";
import { assertCode } from "../../assert_code.ts";
import { protocolOf } from "../../draft.ts";

type Block = Record<string, unknown>;
const declare = (block: Block) => readDeclaration(protocolOf(block) as never, "tiny-v1").declaration;
const vector = (block: Block, target: CompileTarget | null = null): string[] =>
  compileArguments(declare(block), { bundle: "x.js", output: "out/x", target });

const HEAD = [
  ...["compile", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only"],
  ...["--node-modules-dir=none", "--no-code-cache"],
];
const TAIL = ["--seed=1", "--v8-flags=--single-threaded,--max-old-space-size=512", "--output=out/x", "x.js"];

const VECTORS: readonly [string, Block, string[], string[]][] = [
  ["nothing is declared", {}, [], TAIL],
  ["seed and heap are declared", { determinism: { seed: 42 }, bounds: { memoryMiB: 64 } }, [], [
    ...["--seed=42", "--v8-flags=--single-threaded,--max-old-space-size=64", "--output=out/x", "x.js"],
  ]],
  ["a clock is declared", { determinism: { clock: "2026-01-02T00:00:00Z" } }, [], TAIL],
  ["a network is declared", { permissions: { net: ["127.0.0.1:80", "[::1]:8080"] } }, [
    "--allow-net=127.0.0.1:80,[::1]:8080",
  ], TAIL],
  ["programs are declared", { permissions: { run: ["/usr/bin/id", "/bin/true"] } }, [
    "--allow-run=/usr/bin/id,/bin/true",
  ], TAIL],
  ["variables are declared", { permissions: { env: ["STUDY_A", "STUDY_B"] } }, ["--allow-env=STUDY_A,STUDY_B"], TAIL],
  ["several kinds are declared", { permissions: { env: ["STUDY_A"], net: ["example.org:443"], run: ["/bin/true"] } }, [
    ...["--allow-net=example.org:443", "--allow-run=/bin/true", "--allow-env=STUDY_A"],
  ], TAIL],
  ["an input may be absent", { inputs: { data: { kind: "file", optional: true } } }, [], TAIL],
];
for (const [what, block, grants, tail] of VECTORS) {
  Deno.test(`compileArguments() gives the exact vector when ${what}`, () => {
    assertEquals(vector(block), [...HEAD, ...grants, ...tail]);
  });
}

for (const target of COMPILE_TARGETS) {
  Deno.test(`compileArguments() gives the exact vector for ${target}`, () => {
    const [seed, flags, ...rest] = TAIL;
    assertEquals(vector({}, readTarget(target)), [...HEAD, seed, flags, `--target=${target}`, ...rest]);
  });
}

const REFUSED: readonly [string, Block, string][] = [
  ["its own folder", { permissions: { read: ["."] } }, "/permafrost/permissions/read/0"],
  [
    "a file of its own",
    { permissions: { read: ["$SCRATCH", "a.txt"], write: ["$SCRATCH"] } },
    "/permafrost/permissions/read/0",
  ],
  ["scratch to write", { permissions: { write: ["$SCRATCH/a"] } }, "/permafrost/permissions/write/0"],
  ["an input to run", {
    permissions: { run: ["/bin/true", "$INPUT.tool"] },
    inputs: { tool: { kind: "executable" } },
  }, "/permafrost/permissions/run/1"],
  ["an input", { inputs: { data: { kind: "file" } } }, "/permafrost/inputs"],
];
for (const [what, block, at] of REFUSED) {
  Deno.test(`compileArguments() refuses what needs ${what}`, () => {
    assertCode(() => vector(block), "protocol-invalid", at);
  });
}

Deno.test("readTarget() refuses every name but the five", () => {
  assertEquals(COMPILE_TARGETS.length, 5);
  for (const name of ["", "linux", "x86_64-unknown-linux-musl", "X86_64-APPLE-DARWIN"]) {
    assertCode(() => readTarget(name), "usage", "--target");
  }
});
