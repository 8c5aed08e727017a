import { assertEquals } from "@std/assert/equals";
import { makeRunConfig, runConfigText } from "../../../../experiments/je-v1/config/contract.ts";
import { JE } from "../../../../scripts/cli/je/commands.ts";
import { configOf, modelEntries, saltOf, wholeOf } from "../../../../scripts/cli/je/config_options.ts";
import type { Call } from "../../../../scripts/cli/command.ts";
import { parseCall } from "../../../../scripts/cli/parse.ts";
import { assertCode } from "../../../assert_code.ts";
import { memoryIo } from "../../../cli_io.ts";
import { inFolder } from "../../../in_folder.ts";

const SWEEP = JE.subcommands!.find(({ name }) => name === "sweep")!;

function callOf(words: readonly string[], cwd = Deno.cwd()): Call {
  return parseCall(SWEEP, { words, io: memoryIo({ cwd }).io });
}

const made: [words: string[], expected: Parameters<typeof makeRunConfig>[0]][] = [
  [["JE-01"], {
    task_id: "JE-01",
    seed: 1,
    seeds: 5,
    models: ["oracle", "solver", "heuristic", "random", "approve-all", "flag-all", "hold-all"],
  }],
  [["JE-01", "--model", "a", "--model", "b"], { task_id: "JE-01", seed: 1, seeds: 5, models: ["a", "b"] }],
  [
    [
      "JE-05",
      "--seed=9",
      "--seeds=2",
      "--model=a",
      "--knob",
      "ledger_size=30",
      "--knob=chain_depth=2",
      "--withhold=compute",
      "--step-budget=7",
    ],
    {
      ...{ task_id: "JE-05", seed: 9, seeds: 2, models: ["a"], tools_withheld: ["compute"], step_budget: 7 },
      knobs: { ledger_size: 30, chain_depth: 2 },
    },
  ],
];
for (const [words, source] of made) {
  Deno.test(`configOf() makes a configuration of ${words.join(" ")}`, () => {
    assertEquals(configOf(callOf(words)), makeRunConfig(source));
  });
}

const refused: [words: string[], code: "usage" | "record-invalid"][] = [
  [[], "usage"],
  [["JE-99"], "record-invalid"],
  [["JE-01", "--seed", "x"], "usage"],
  [["JE-01", "--seed", "1.5"], "usage"],
  [["JE-01", "--seed", "01"], "usage"],
  [["JE-01", "--seed", "9007199254740992"], "usage"],
  [["JE-01", "--seeds", "0"], "record-invalid"],
  [["JE-01", "--knob", "ledger_size"], "usage"],
  [["JE-01", "--knob", "ledger_size=1e2"], "usage"],
  [["JE-01", "--knob", "ledger_size=20", "--knob", "ledger_size=21"], "usage"],
  [["JE-01", "--knob", "luck=1"], "record-invalid"],
  [["JE-01", "--withhold", "submit"], "record-invalid"],
  [["JE-01", "--step-budget", "0"], "record-invalid"],
  [["JE-01", "--model", "a", "--model", "a"], "record-invalid"],
];
for (const [words, code] of refused) {
  Deno.test(`configOf() throws ${code} when it is given ${JSON.stringify(words.join(" "))}`, () => {
    assertCode(() => configOf(callOf(words)), code);
  });
}

Deno.test("configOf() reads a configuration from a file, and refuses options that it settles", () => {
  inFolder((cwd) => {
    const config = makeRunConfig({ task_id: "JE-03", seed: 4, models: ["x"], seeds: 3 });
    Deno.writeTextFileSync(`${cwd}/c.json`, runConfigText(config));
    assertEquals(configOf(callOf(["--config", "c.json"], cwd)), config);
    for (
      const more of [["JE-01"], ["--seed", "4"], ["--model", "x"], ["--seeds", "3"], ["--knob", "chain_depth=2"], [
        "--withhold",
        "compute",
      ]]
    ) {
      assertCode(() => configOf(callOf(["--config", "c.json", ...more], cwd)), "usage");
    }
    Deno.writeTextFileSync(`${cwd}/d.json`, JSON.stringify({ ...config, tier: "L4" }));
    assertCode(() => configOf(callOf(["--config", "d.json"], cwd)), "record-invalid", "/tier");
    assertCode(() => configOf(callOf(["--config", "none.json"], cwd)), "file-missing");
  });
});

Deno.test("wholeOf() reads an option or falls back", () => {
  assertEquals(wholeOf(callOf(["--workers", "3"]), "workers", { fallback: 9 }), 3);
  assertEquals(wholeOf(callOf([]), "workers", { fallback: 9 }), 9);
});

Deno.test("modelEntries() reads a file of models", () => {
  inFolder((cwd) => {
    const models = [{ id: "m", adapter: "openai", base_url: "http://localhost:1", params: {}, send_seed: true }];
    Deno.writeTextFileSync(`${cwd}/m.json`, JSON.stringify(models));
    assertEquals(modelEntries(callOf(["--models", "m.json"], cwd)), models);
    assertEquals(modelEntries(callOf([])).map(({ id }) => id)[0], "oracle");
    Deno.writeTextFileSync(`${cwd}/m.json`, "{}");
    assertCode(() => modelEntries(callOf(["--models", "m.json"], cwd)), "record-invalid");
  });
});

Deno.test("saltOf() reads a secret without its line end", () => {
  inFolder((cwd) => {
    for (const text of ["secret", "secret\n", "secret\r\n"]) {
      Deno.writeTextFileSync(`${cwd}/salt`, text);
      assertEquals(saltOf(callOf(["--salt-file", "salt"], cwd)), { text: "secret", path: `${cwd}/salt` });
    }
    assertEquals(saltOf(callOf([])), null);
  });
});

for (
  const [what, bytes, code] of [["empty", [10], "record-invalid"], ["no UTF-8", [255], "record-invalid"], [
    "too long",
    new Array(5000).fill(97),
    "file-too-large",
  ]] as const
) {
  Deno.test(`saltOf() throws ${code} when the file is ${what}`, () => {
    inFolder((cwd) => {
      Deno.writeFileSync(`${cwd}/salt`, Uint8Array.from(bytes));
      assertCode(() => saltOf(callOf(["--salt-file", "salt"], cwd)), code);
    });
  });
}
