/** The commands that make one file of an experiment, or another form of a result, as data. @module */
import type { CommandSpec, OptionSpec } from "./command.ts";

const NEW_FILE: OptionSpec = { name: "output", value: "FILE", summary: "the new file; nothing is overwritten" };

/** The commands `bundle`, `compile` and `report`, in the order of the help. */
export const BUNDLE_COMMANDS: readonly CommandSpec[] = [
  {
    name: "bundle",
    summary: "make one JavaScript file that checks and runs itself",
    operands: ["EXPERIMENT"],
    details:
      "The file holds the frozen files, the manifest and the code, made by deno bundle. It refuses to run when it " +
      "was edited, prints the rows, the summary and the verdict, and needs Deno alone. The exact command that runs it is " +
      "printed on standard output. An experiment that reads files of its own folder cannot be bundled.",
    options: [
      NEW_FILE,
      { name: "input", value: "NAME=PATH", isRepeated: true, summary: "a declared input, for the printed command" },
    ],
    endsItself: true,
    load: async () => (await import("./bundle.ts")).runBundle,
  },
  {
    name: "compile",
    summary: "make one executable with the declared permissions in it",
    operands: ["EXPERIMENT"],
    details:
      "Runs deno compile on the bundle, with the declared permissions and no others, and prints the commands. Deno " +
      "copies the base binary of its own version, which it downloads unless DENORT_BIN names it. What is made for this " +
      "platform is started once, to check itself, before it gets its name.",
    options: [
      NEW_FILE,
      { name: "target", value: "TARGET", summary: "the platform, by Deno's name for it; this one unless given" },
      { name: "deno", value: "PATH", summary: "the Deno that compiles; the one that runs this unless given" },
    ],
    endsItself: true,
    load: async () => (await import("./compile.ts")).runCompile,
  },
  {
    name: "report",
    summary: "write results, sweeps or episodes as a page",
    operands: ["RESULT", "[RESULT...]"],
    details:
      "RESULT is the file of a result, a folder of je episodes, or one episode. The page is one file that asks for " +
      "nothing: decisions, rows with filters, charts, and with several results what differs from the first. In JUnit a " +
      "testcase stands for each criterion, and for each row that has a verdict: the first of passed, agree and " +
      "expectationMatched that is true or false, or the field that --verdict names. Exit 0 whatever the result says.",
    options: [
      { name: "output", value: "FILE", summary: "an HTML page; =- for standard output, here and below" },
      { name: "markdown", value: "FILE", summary: "the same in short, as Markdown" },
      { name: "junit", value: "FILE", summary: "one result as JUnit XML" },
      { name: "verdict", value: "FIELD", summary: "the field of a row that says whether it is as it should be" },
    ],
    load: async () => (await import("./report.ts")).runReport,
  },
];
