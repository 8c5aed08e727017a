/** `permafrost reproduce` and `permafrost diff`. @module */
import { resolve } from "node:path";
import type { Finding } from "../../kernel/finding.ts";
import { compareResults, reproduce } from "../../kernel/reproduce.ts";
import { readResult } from "../../kernel/result.ts";
import type { Call, Io } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { runOptions } from "./run_options.ts";
import { fit, paint, printable, progressBar } from "./terminal.ts";

/** Runs the experiment of a result again. Exit 1 when it drifted, broke a rule or gave another result. */
export async function runReproduce(call: Call): Promise<0 | 1> {
  const { operands: [path = "", operand], flags, io } = call;
  const result = readResult(resolve(io.cwd, path));
  const folder = locateExperiment(operand ?? result.id, io.cwd);
  const bar = progressBar(io);
  const options = await runOptions(folder, call);
  const report = await reproduce(folder, { ...options, onProgress: bar.show, result }).finally(bar.clear);
  const { id, findings, reproduced, comparison } = report;
  const provenance = comparison?.provenance ?? [];
  if (flags.has("json")) {
    const digests = { expected: result.reproductionSha256, observed: report.result?.reproductionSha256 ?? null };
    io.out(JSON.stringify({ id, reproduced, digests, findings, provenance }) + "\n");
  }
  io.err(findingsText(findings, io) + provenanceText(provenance, io));
  const state = report.result === null ? "it was not compared" : "the results differ";
  io.err(
    reproduced
      ? paint(io, "green", `REPRODUCED: ${id}`) + `, digest ${result.reproductionSha256.slice(0, 32)}…\n`
      : paint(io, "red", `NOT REPRODUCED: ${id}`) + `, ${state}\n`,
  );
  return reproduced ? 0 : 1;
}

/** Compares two results. Exit 1 when anything that is not volatile differs. */
export function runDiff({ operands: [first = "", second = ""], flags, io }: Call): Promise<0 | 1> {
  const comparison = compareResults(readResult(resolve(io.cwd, first)), readResult(resolve(io.cwd, second)));
  const { same, differences, provenance } = comparison;
  if (flags.has("json")) io.out(JSON.stringify(comparison) + "\n");
  else for (const { at } of differences) io.out(`${at}\n`);
  io.err(findingsText(differences, io) + provenanceText(provenance, io));
  io.err(
    same ? paint(io, "green", "SAME") + "\n" : paint(io, "red", `DIFFERENT in ${differences.length} places`) + "\n",
  );
  return Promise.resolve(same ? 0 : 1);
}

function provenanceText(differences: readonly Finding[], io: Io): string {
  if (differences.length === 0) return "";
  const lines = differences.slice(0, 10).map(({ at, expected, observed }) =>
    fit(
      `  ${printable(at)}: ${printable(JSON.stringify(expected))} -> ${printable(JSON.stringify(observed))}`,
      io.columns - 1,
    )
  );
  const more = differences.length > 10 ? [`  and ${differences.length - 10} more (--json lists all)`] : [];
  return ["Provenance differs, which does not decide:", ...lines, ...more].map((line) => line + "\n").join("");
}
