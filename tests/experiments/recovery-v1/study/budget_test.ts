import { assertEquals } from "@std/assert/equals";
import { STUDY_BOUNDS } from "../../../../experiments/recovery-v1/study/bounds.ts";
import { type CommandEntry, openBudget } from "../../../../experiments/recovery-v1/study/budget.ts";
import type { Invocation, Machine } from "../../../../experiments/recovery-v1/study/machine.ts";
import { toOutcome } from "./fake_machine.ts";

/** A budget over a machine that only notes what it is asked; each command takes ten seconds of its clock. */
function open(bounds = {}) {
  const seen: Invocation[] = [], ended: CommandEntry[] = [];
  let time = 1_000;
  const answer = () => {
    time += 10_000;
    return toOutcome({ code: 0, stdout: "x", stderr: "" });
  };
  const machine: Machine = {
    killer: "none",
    run: (invocation) => (seen.push(invocation), Promise.resolve(answer())),
    converse: (invocation) => {
      seen.push(invocation);
      return { say: async () => {}, hear: () => Promise.resolve("line"), close: () => Promise.resolve(answer()) };
    },
  };
  const given = {
    dataHome: "/data",
    startedAtMs: 1_000,
    now: () => time,
    onCommand: (entry: CommandEntry) => void ended.push(entry),
  };
  return { budget: openBudget(machine, { bounds: { ...STUDY_BOUNDS, ...bounds }, ...given }), seen, ended };
}

Deno.test("openBudget() numbers commands, and notes case, command, exit code and time of each at its end", async () => {
  const { budget, seen, ended } = open();
  await budget.runnerFor("one").run("baseline", ["show", "sha", "--json"]);
  await budget.runnerFor("two").converse(["mcp"]).close();
  const rest = { code: 0, stop: null, durationMs: 1 };
  assertEquals(ended, [
    { number: 1, backend: "baseline", caseName: "one", command: "show", ...rest },
    { number: 2, backend: "candidate", caseName: "two", command: "mcp", ...rest },
  ]);
  assertEquals([budget.entries, budget.started(), budget.reached()], [ended, 2, null]);
  assertEquals(seen.map(({ dataHome }) => dataHome), ["/data", "/data"]);
});

Deno.test("openBudget() hands another data folder on", async () => {
  const { budget, seen } = open();
  await budget.runnerFor("x").run("candidate", ["a"], "/damaged");
  assertEquals(seen.map(({ dataHome }) => dataHome), ["/damaged"]);
});

Deno.test("openBudget() starts no command beyond the bound, of conversations neither", async () => {
  const { budget, seen } = open({ maxCommands: 2 });
  const runner = budget.runnerFor("x");
  const stops = [];
  for (let count = 0; count < 3; count++) stops.push((await runner.run("candidate", ["a"])).stop);
  const talk = runner.converse(["mcp"]);
  assertEquals([stops, await talk.hear(), (await talk.close()).stop], [[null, null, "study"], null, "study"]);
  assertEquals([seen.length, budget.started(), budget.entries.length, budget.reached()], [2, 2, 2, "commands"]);
});

Deno.test("openBudget() starts no command after the study's time, and shortens the last one", async () => {
  const { budget, seen } = open({ studyTimeoutMs: 25_000 });
  const runner = budget.runnerFor("x");
  const stops = [];
  for (let count = 0; count < 4; count++) stops.push((await runner.run("candidate", ["a"])).stop);
  assertEquals([stops, seen.map(({ timeoutMs }) => timeoutMs)], [[null, null, null, "study"], [20_000, 15_000, 5_000]]);
  assertEquals(budget.reached(), "time");
});
