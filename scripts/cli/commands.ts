/** Every command as data, in the order of the help. @module */
import { BUNDLE_COMMANDS } from "./bundle_commands.ts";
import type { CommandSpec, OptionSpec } from "./command.ts";
import { JE } from "./je/commands.ts";
import { SIGNATURE_OPTIONS } from "./signature_options.ts";
import { REMOTE_OPTIONS } from "./remote_options.ts";
import { RECEIPT_OPTIONS, SIGNING_COMMANDS } from "./signing_commands.ts";

const INPUT: OptionSpec = {
  name: "input",
  value: "NAME=PATH",
  isRepeated: true,
  summary: "the file for a declared input; repeat it for several",
};
const LIVE: OptionSpec = {
  name: "live",
  value: "ORIGIN",
  summary: "first compare every published file under this address",
};
const LIVE_TIMEOUT: OptionSpec = {
  name: "live-timeout",
  value: "MS",
  summary: "how long one published file may take, in milliseconds (10000)",
};
const CONTAINMENT: readonly OptionSpec[] = [
  { name: "require-containment", summary: "refuse to run without bubblewrap" },
  { name: "no-containment", summary: "leave bubblewrap aside, even where it is installed" },
];
const AUDIT_LOG: OptionSpec = {
  name: "audit-log",
  summary: "log accesses by Deno's audit lines, not by the broker",
};
const RUN_OPTIONS: readonly OptionSpec[] = [INPUT, LIVE, LIVE_TIMEOUT, ...CONTAINMENT, AUDIT_LOG];
const SCRATCH: OptionSpec = {
  name: "scratch",
  value: "FOLDER",
  summary: "make the run's scratch folder here, where nothing is, and keep it",
};
const OUTPUT: OptionSpec = { name: "output", value: "FILE", summary: "write the result to a new file" };

const BAD_LINES = "A bad line becomes an object with line and error in its place, the first ten are named on " +
  "standard error, and the rest goes on; then exit 1. What is found in a good line is data and leaves the exit code " +
  "at 0. ";

/** The commands of `permafrost`. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "list",
    summary: "list the experiments and their state",
    operands: [],
    details: "Prints a line an experiment: id, state (frozen, draft, unreadable), and the manifest's SHA-256 or -, " +
      "with tabs between them; on a terminal, columns and the question.",
    options: [],
    load: async () => (await import("./list.ts")).runList,
  },
  {
    name: "new",
    summary: "start an experiment, from the template or a frozen version",
    operands: ["ID"],
    details: "Makes experiments/ID where there is an experiments folder, or else ID. It carries its own copy of the " +
      "child-side helper, so it works in any folder.",
    options: [
      { name: "from", value: "EXPERIMENT", summary: "copy a frozen version instead of the template" },
      { name: "folder", value: "FOLDER", summary: "make it in this folder" },
    ],
    load: async () => (await import("./new.ts")).runNew,
  },
  {
    name: "check",
    summary: "compare the present bytes with the frozen ones; run nothing",
    operands: ["EXPERIMENT"],
    details: "Hashes every file. Exit 1 names each file that is missing, changed, extra or a link.",
    options: [...SIGNATURE_OPTIONS, ...REMOTE_OPTIONS],
    load: async () => (await import("./check.ts")).runCheck,
  },
  {
    name: "freeze",
    summary: "write the manifest of a draft, once",
    operands: ["EXPERIMENT"],
    details: "Prints the manifest's SHA-256: the experiment's identity. A frozen experiment is never frozen again; " +
      "copy it to a new version with new --from.",
    options: [{ name: "date", value: "YYYY-MM-DD", summary: "the day to record; today in UTC unless given" }],
    load: async () => (await import("./freeze.ts")).runFreeze,
  },
  {
    name: "verify",
    summary: "check, run in the sandbox, decide: the main job",
    operands: ["EXPERIMENT"],
    details: "Exit 0: the frozen bytes stand, the run kept to what is declared, and the decision is met. EXPERIMENT " +
      "can be an archive, or the URL of a published manifest.json or its folder: that is fetched and compared first.",
    options: [
      ...RUN_OPTIONS,
      ...REMOTE_OPTIONS,
      OUTPUT,
      SCRATCH,
      { name: "twice", summary: "run it twice and compare, to see what is not deterministic" },
    ],
    endsItself: true,
    load: async () => (await import("./verify.ts")).runVerify,
  },
  {
    name: "run",
    summary: "run once and keep the result, whatever the decision",
    operands: ["EXPERIMENT"],
    details: "Writes results/TIME-DIGEST.json inside the experiment unless --output is given, and prints its path. " +
      "Exit 0 whenever there is a result; verify is what judges it.",
    options: [...RUN_OPTIONS, OUTPUT, SCRATCH],
    endsItself: true,
    load: async () => (await import("./verify.ts")).runRun,
  },
  {
    name: "reproduce",
    summary: "run the experiment of a result again and compare",
    operands: ["RESULT", "[EXPERIMENT]"],
    details: "Does not run when the experiment's bytes are not those that the result names. What differs in " +
      "provenance (another Deno, another kernel) is shown apart and does not decide.",
    options: [...RUN_OPTIONS, ...RECEIPT_OPTIONS, ...REMOTE_OPTIONS],
    endsItself: true,
    load: async () => (await import("./reproduce.ts")).runReproduce,
  },
  {
    name: "diff",
    summary: "compare two results",
    operands: ["RESULT", "RESULT"],
    details: "Compares everything that is not volatile. Exit 1 lists the differences by JSON Pointer.",
    options: [],
    load: async () => (await import("./reproduce.ts")).runDiff,
  },
  {
    name: "explain",
    summary: "say what an experiment declares, and print the exact command",
    operands: ["EXPERIMENT"],
    details: "The words go to standard error, the command alone to standard output: explain ID | sh runs it by hand.",
    options: [INPUT],
    load: async () => (await import("./explain.ts")).runExplain,
  },
  {
    name: "archive",
    summary: "pack an experiment and all that runs it into a tar",
    operands: ["EXPERIMENT"],
    details:
      "A BagIt bag: the frozen experiment, kernel and launcher, the packages that they load, chosen results with " +
      "what is signed of them. The same inputs give the same bytes. check, verify and reproduce take X.tar in the place " +
      "of EXPERIMENT. Prints the archive's SHA-256. Exit 1: something is not as the manifest says; nothing is written.",
    options: [
      { name: "output", value: "X.tar", summary: "the new file (ID.tar)" },
      { name: "result", value: "FILE", isRepeated: true, summary: "a result to put in; repeat it for several" },
    ],
    load: async () => (await import("./archive.ts")).runArchive,
  },
  {
    name: "unarchive",
    summary: "unpack an archive, or fetch a URL, into a new folder",
    operands: ["X.tar", "[FOLDER]"],
    details: "Takes plain files with harmless names only, and nothing outside of the folder. Exit 1: it differs from " +
      "its own manifests; it is unpacked all the same. In the place of X.tar can be the URL of a published " +
      "manifest.json or its folder; where that differs, nothing is kept.",
    options: REMOTE_OPTIONS,
    endsItself: true,
    load: async () => (await import("./archive.ts")).runUnarchive,
  },
  ...BUNDLE_COMMANDS,
  ...SIGNING_COMMANDS,
  {
    name: "doctor",
    summary: "say what this machine offers to the sandbox",
    operands: [],
    details: "Tries each layer. Exit 1 when a run here would be weaker than it could be.",
    options: [],
    endsItself: true,
    load: async () => (await import("./doctor.ts")).runDoctor,
  },
  {
    name: "fence",
    summary: "take the one candidate out of each model output (JSON Lines)",
    operands: ["[FILE]"],
    details: "A line is a JSON string, or an object with a field of text. Prints a JSON line for each: line, mode, " +
      "candidate, reason, and with --gold the score. A bad line is reported and the rest goes on; then exit 1. " +
      "Without FILE it reads standard input. --json holds everything in memory and prints one value.",
    options: [
      { name: "field", value: "NAME", summary: "the field of an object line that holds the text (text)" },
      { name: "gold", value: "FILE", summary: "the right invoice, or one a line as JSON Lines" },
    ],
    load: async () => (await import("./fence.ts")).runFence,
  },
  {
    name: "conservation",
    summary: "judge inputs by the conservation law (JSON Lines)",
    operands: ["[FILE]"],
    details: "A line is one input of a vector. Prints its finding list for each, as compact JSON and nothing else. " +
      BAD_LINES + "Without FILE it reads standard input. With --against it prints no lists: it says on standard " +
      "error whether the other file is the same byte for byte, where the first differing byte is and what each has " +
      "there, and how many lines are missing or too many; exit 1 when it differs. Both are read as streams. --json " +
      "prints one value: the comparison, or else counts and all lines, held in memory.",
    options: [{
      name: "against",
      value: "FILE",
      summary: "what another printed for the same lines; =- for standard input",
    }],
    load: async () => (await import("./conservation.ts")).runConservation,
  },
  {
    name: "repair",
    summary: "evaluate ledgers of formatting repair (JSON Lines)",
    operands: ["[FILE]"],
    details: "A line is one ledger. Prints a JSON line for each: status, attemptsUsed, disposition. " + BAD_LINES +
      "Without FILE it reads standard input. --json holds everything in memory and prints one value.",
    options: [],
    load: async () => (await import("./repair.ts")).runRepair,
  },
  JE,
];
