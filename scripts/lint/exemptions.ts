/** Every standing exemption from a house rule, with its reason. @module */

/**
 * Rule (or part of a rule) to path to reason. A path that ends in a slash stands for the whole folder.
 * One-off exceptions are lint-ignore comments with a reason; what is here holds by design.
 */
export const EXEMPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "coded-errors": {
    "kernel/experiment.ts": "runs inside the sandbox and imports nothing of the kernel",
    "kernel/std/": "throws what the upstream package throws",
  },
  "max-positional": {
    "experiments/je-v1/env/": "its builders take the ground, the place and the record, in one order throughout",
    "kernel/std/": "keeps the upstream signatures",
  },
  "no-ambient/random": { "kernel/file_write.ts": "draws the names of temporary files" },
  "no-ambient/time": {
    "experiments/recovery-v1/run.ts": "takes the time of each command, declared volatile or kept out of the result",
    "experiments/recovery-v1/vault/process_io.ts": "takes the time at which a snapshot is taken",
    "kernel/run.ts": "records when a run started and ended, declared volatile in the result",
    "kernel/sandbox.ts": "enforces the time bound of the child",
  },
  "no-class": {
    "kernel/error.ts": "holds the one error class",
    "kernel/std/": "keeps the upstream classes",
    "tests/": "a test of what is refused needs instances of classes",
  },
  "no-default-export": { "scripts/lint/plugin.ts": "Deno loads a lint plugin through its default export" },
  "no-exit": {
    "scripts/check_house.ts": "is a program of its own",
    "scripts/permafrost.ts": "is the command line",
  },
  "test-name": {
    "tests/loopback_server.ts": "passes on the name that testOnLoopback is given, where it is checked",
    "tests/signing_tools.ts": "passes on the name that testWith is given, where it is checked",
  },
};

/** Tells whether the file at a repository-relative path is exempt from a rule. */
export function isExempt(rule: string, path: string): boolean {
  return Object.keys(EXEMPTIONS[rule] ?? {}).some((exempt) =>
    exempt.endsWith("/") ? path.startsWith(exempt) : path === exempt
  );
}
