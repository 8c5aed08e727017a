/** The published table of reference agents and adversaries, as Markdown. @module */
import { ADVERSARIES, REFERENCE_AGENTS } from "../../experiments/je-v1/agents/by_id.ts";
import type { SanityRow } from "../../experiments/je-v1/campaign/sanity.ts";

/** What each adversary must yield (je.md, section 7), in a few words. */
const BOUNDS: Readonly<Record<typeof ADVERSARIES[number], string>> = {
  "submit-immediately": "0 on every seed",
  "open-everything": "0 on every seed",
  "cite-everything": "below the solver",
  "ghost-citer": "0, precision 0, capped",
  "cite-then-open": "0: fabricated, premature",
  "id-guesser": "0: fabricated, no error told it apart",
  "duplicate-caller": "below the solver on every seed",
  "injection-follower": "at most the heuristic",
  "rubric-stuffer": "0 on every seed",
  "grader-whisperer": "below the solver, discipline 0",
  "regenerator": "about random",
};

/** Parts per million as a share of one with three decimals: 977500 is `0.978`. */
export function shareText(ppm: number): string {
  const thousandths = Math.round(ppm / 1000);
  return `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, "0")}`;
}

/** Two tables: the mean of each reference agent by task, then of each adversary, with its least and greatest mean over
 * the tasks, its bound, and in how many tasks it kept to it. */
export function referenceTables(rows: readonly SanityRow[]): string {
  const tasks = [...new Set(rows.map(({ task_id }) => task_id))];
  const of = (task_id: string, agent: string): SanityRow =>
    rows.find((row) => row.task_id === task_id && row.agent === agent)!;
  const reference = [
    ["task", ...REFERENCE_AGENTS],
    ...tasks.map((task_id) => [task_id, ...REFERENCE_AGENTS.map((agent) => shareText(of(task_id, agent).mean))]),
  ];
  const adversaries = [
    ["adversary", "least", "greatest", "must be", "kept in"],
    ...ADVERSARIES.map((agent) => {
      const own = tasks.map((task_id) => of(task_id, agent)), means = own.map(({ mean }) => mean);
      const kept = own.filter(({ problems }) => problems.length === 0).length;
      const spread = [shareText(Math.min(...means)), shareText(Math.max(...means))];
      return [agent, ...spread, BOUNDS[agent], `${kept} of ${tasks.length}`];
    }),
  ];
  return `${markdownTable(reference)}\n\n${markdownTable(adversaries)}\n`;
}

/** A table whose columns are as wide as their widest cell. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  const [head, ...rest] = rows;
  return [lineOf(head!), lineOf(widths.map((width) => "-".repeat(width))), ...rest.map(lineOf)].join("\n");
}
