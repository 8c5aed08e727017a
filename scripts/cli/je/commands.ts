/** The commands of `permafrost je` as data. @module */
import type { CommandSpec, OptionSpec } from "../command.ts";
import { CHAT_OPTIONS, JUDGED, replayExchangeCommand } from "./chat_command.ts";
import { CONSOLE } from "./console_command.ts";
import { exportCommand } from "./export_command.ts";
import { MCP } from "./mcp_command.ts";
import { playCommand, TRANSCRIPT } from "./play_command.ts";

const CONFIG: OptionSpec = {
  name: "config",
  value: "FILE",
  summary: "a run config, in place of TASK and the options that make one",
};
const MAKING: readonly OptionSpec[] = [
  { name: "seed", value: "N", summary: "the seed, or the first of several (1)" },
  { name: "knob", value: "NAME=N", isRepeated: true, summary: "set a difficulty knob; repeat it for several" },
];
const PLAYING: readonly OptionSpec[] = [
  ...MAKING,
  { name: "withhold", value: "TOOL", isRepeated: true, summary: "withhold a tool; repeat it for several" },
  { name: "step-budget", value: "N", summary: "steps that an episode may take (the task's)" },
];
const SWEEPING: readonly OptionSpec[] = [
  ...PLAYING,
  { name: "model", value: "ID", isRepeated: true, summary: "a model; repeat it for several (the reference agents)" },
  { name: "seeds", value: "N", summary: "how many seeds (5)" },
];
const TASK: OptionSpec = {
  name: "task",
  value: "ID",
  isRepeated: true,
  summary: "only this task; repeat it for several",
};
const SALT: OptionSpec = {
  name: "salt-file",
  value: "FILE",
  summary: "the file of the campaign's secret; its hash is recorded",
};
const MODELS: OptionSpec = {
  name: "models",
  value: "FILE",
  summary: "a JSON array of models, as run_config.json has them",
};
const FILES = "An episode is a file of a sweep, or the folder that run makes. ";

const TASKS: CommandSpec = {
  name: "tasks",
  summary: "list the tasks",
  operands: [],
  details: "Prints a line a task: id, tier, step budget, title, with tabs between them.",
  options: [],
  load: async () => (await import("./tasks.ts")).runTasks,
};

const SUBCOMMANDS: readonly CommandSpec[] = [
  TASKS,
  { ...TASKS, name: "list", summary: "list the tasks, as tasks does" },
  {
    name: "config",
    summary: "make a run config, or check one",
    operands: ["[TASK]"],
    details:
      "Prints the contract between console and environment, ready for a file. With --config it checks one: each " +
      "problem by JSON Pointer on standard output, exit 1; warnings on standard error.",
    options: [CONFIG, ...SWEEPING],
    load: async () => (await import("./config.ts")).runConfigCommand,
  },
  {
    name: "instantiate",
    summary: "make the world of a task and seed",
    operands: ["[TASK]"],
    details: "Says what it holds, its hash and the commitment to its held-out ledger. --json prints the whole world; " +
      "the ledger only with --ledger.",
    options: [CONFIG, ...MAKING, SALT, { name: "ledger", summary: "print the held-out ledger too" }],
    load: async () => (await import("./instantiate.ts")).runInstantiate,
  },
  {
    name: "run",
    summary: "play one episode and score it",
    operands: ["[TASK]"],
    details: "Makes a folder of episode.json, trajectory.jsonl and observations.jsonl, and prints the score. A model " +
      "with the adapter openai is asked by a process that reaches its host and nothing else, and what was said goes " +
      "into exchange.jsonl. Exit 1: the episode has no score.",
    options: [
      CONFIG,
      ...PLAYING,
      { name: "model", value: "ID", summary: "who plays (heuristic)" },
      MODELS,
      ...CHAT_OPTIONS,
      SALT,
      { name: "output", value: "FOLDER", summary: "the folder to make (the episode's id)" },
    ],
    endsItself: true,
    load: async () => (await import("./run.ts")).runRun,
  },
  TRANSCRIPT,
  playCommand([CONFIG, ...PLAYING, SALT]),
  MCP,
  {
    name: "unit",
    summary: "do units of work from standard input",
    operands: [],
    details:
      "A unit is {run_config, model, seed} on a line; see sweep --units. Without --output it takes one and prints " +
      "its episode. With --output it takes any number, writes a file for each unless a result is there already, and " +
      "prints a line for each: doing one again is safe, so any batch engine can hand them out.",
    options: [
      ...CHAT_OPTIONS,
      JUDGED,
      SALT,
      { name: "output", value: "FOLDER", summary: "write a file an episode into this folder" },
    ],
    load: async () => (await import("./unit.ts")).runUnits,
  },
  {
    name: "sweep",
    summary: "play every model on every seed, a file an episode",
    operands: ["[TASK]"],
    details: "Goes on where the folder leaves off: what has a result is never run again, what has none is. The " +
      "baselines approve-all, random, heuristic and oracle are played too. Exit 1: an episode has no score.",
    options: [
      CONFIG,
      ...SWEEPING,
      MODELS,
      ...CHAT_OPTIONS,
      SALT,
      { name: "output", value: "FOLDER", summary: "the folder of the episodes, made where it is missing" },
      { name: "shard", value: "I/N", summary: "only part I of N, counted from 1; join the parts with merge" },
      { name: "workers", value: "N", summary: "worker processes (one a core); 0 does all in this one" },
      { name: "no-baselines", summary: "play only the models that are named" },
      { name: "units", summary: "print the units, one a line, and run nothing" },
    ],
    endsItself: true,
    load: async () => (await import("./sweep.ts")).runSweep,
  },
  {
    name: "merge",
    summary: "join the folders of a sweep's parts",
    operands: ["TARGET", "FOLDER", "[FOLDER...]"],
    details: "Copies episodes into TARGET, which is made where it is missing. The same result twice is one; two " +
      "results that differ are a finding, as is a damaged file, and neither is copied; then exit 1.",
    options: [],
    load: async () => (await import("./merge.ts")).runMerge,
  },
  {
    name: "aggregate",
    summary: "say what a folder of episodes comes to",
    operands: ["FOLDER"],
    details:
      "A table for each task and condition, baselines beside it, with intervals and paired differences. Several " +
      "conditions of one task are never pooled: exit 1, and nothing over tasks is said.",
    options: [{
      name: "condition",
      value: "NAME",
      summary: "only the condition of this label, or beginning of its hash",
    }],
    load: async () => (await import("./aggregate.ts")).runAggregate,
  },
  {
    name: "replay",
    summary: "put recorded calls to a fresh world",
    operands: ["EPISODE"],
    details: FILES + "Exit 0: every answer came out again. Exit 2: it drifts; the first step that differs is shown.",
    options: [SALT],
    load: async () => (await import("./replay.ts")).runReplay,
  },
  replayExchangeCommand(SALT),
  {
    name: "score",
    summary: "score an episode again, and compare",
    operands: ["EPISODE"],
    details: FILES + "It is replayed first, and one that drifts is refused. Exit 1: the score is not the recorded one.",
    options: [SALT],
    load: async () => (await import("./score.ts")).runScore,
  },
  {
    name: "explain",
    summary: "print an episode's score sheet in words",
    operands: ["EPISODE"],
    details: FILES +
      "Needs nothing but its files: the ledger is the revealed one, which must open the commitment that " +
      "was made before the first call. --json prints the lines.",
    options: [],
    load: async () => (await import("./explain.ts")).runExplain,
  },
  exportCommand(SALT),
  CONSOLE,
  {
    name: "selftest",
    summary: "check what must hold of the environment, on a few seeds",
    operands: [],
    details: "On every task: the oracle has a full score, the constant agents have none, every episode replays and " +
      "scores the same again. Exit 1 names what does not hold.",
    options: [
      { name: "seeds", value: "N", summary: "how many seeds, from 1 on (1)" },
      TASK,
    ],
    load: async () => (await import("./selftest.ts")).runSelftest,
  },
  {
    name: "table",
    summary: "play the campaign and print the table of its agents",
    operands: [],
    details:
      "What reference agents and adversaries come to on seeds 1 to 5, as Markdown. Exit 1: one breaks its bound.",
    options: [TASK],
    load: async () => (await import("./table.ts")).runTable,
  },
  {
    name: "calibrate",
    summary: "measure step budgets and means, from seed 0 on",
    operands: [],
    details: "One and a half times the most steps that the solver takes, up to the next ten. Exit 1: a budget differs.",
    options: [{ name: "seeds", value: "N", summary: "how many seeds (100)" }, TASK],
    load: async () => (await import("./calibrate.ts")).runCalibrate,
  },
];

/** `permafrost je`. */
export const JE: CommandSpec = {
  name: "je",
  summary: "play and score the journal-entry environment",
  operands: ["COMMAND"],
  details:
    "Tasks of validating journal entries, with tools, a held-out ledger, and scores that anyone can reckon again. " +
    "TASK is an id such as JE-01. permafrost je COMMAND --help tells more.",
  options: [],
  subcommands: SUBCOMMANDS,
  load: async () => (await import("./no_command.ts")).refuseNoCommand,
};
