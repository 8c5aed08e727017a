/** `permafrost reproduce` and `permafrost diff`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import type { Finding } from "../../kernel/finding.ts";
import { compareResults, reproduce } from "../../kernel/reproduce.ts";
import { readResult, type Result } from "../../kernel/result.ts";
import { archivedResults, type ExperimentPlace, isArchive, withExperiment } from "./archive_operand.ts";
import type { Call, Io } from "./command.ts";
import { counted, findingsText, moreText } from "./findings_text.ts";
import { runOptions } from "./run_options.ts";
import { colors, fit, printable, printJson, progressBar } from "./terminal.ts";
import { refuseInterrupted } from "./verify.ts";

const MAX_PROVENANCE = 10;

/** Runs the experiment of a result again. Exit 1 when it drifted, broke a rule or gave another result. */
export async function runReproduce(call: Call): Promise<0 | 1> {
  const { operands: [path = "", operand], io } = call;
  if (operand === undefined && isArchive(path)) {
    return await withExperiment(path, call, {
      use: async (place) => {
        let worst: 0 | 1 = 0;
        if (call.flags.has("json") && archivedResults(place, io).length > 1) {
          throw new PermafrostError(
            "usage",
            "Cannot reproduce: --json prints one value, and the archive holds several results; name one",
          );
        }
        for (const archived of archivedResults(place, io)) {
          if (await reproduceResult(call, { path: archived, folder: place.folder }) === 1) worst = 1;
        }
        return worst;
      },
    });
  }
  const { id } = readResultAt(path, io);
  return await withExperiment(operand ?? id, call, {
    use: ({ folder, comparePublished }) => reproduceResult(call, { path, folder, comparePublished }),
  });
}

async function reproduceResult(
  call: Call,
  { path, folder, comparePublished }: Pick<ExperimentPlace, "folder" | "comparePublished"> & { path: string },
): Promise<0 | 1> {
  const { flags, io } = call, result = readResultAt(path, io);
  const receipts = call.values["attest"] ?? call.values["key"] ? await import("./attest.ts") : null;
  const request = receipts?.receiptRequest(call, resolve(io.cwd, path)) ?? null;
  const options = { ...(comparePublished && { comparePublished }), ...await runOptions(folder, call) };
  const bar = progressBar(io);
  const report = await reproduce(folder, { ...options, onProgress: bar.show, result }).finally(bar.clear);
  refuseInterrupted(io);
  const { id, findings, reproduced, comparison } = report;
  const provenance = comparison?.provenance ?? [];
  const receipt = request && await receipts!.writeReceipt(request, { report, io });
  if (flags.has("json")) {
    const digests = { expected: result.reproductionSha256, observed: report.result?.reproductionSha256 ?? null };
    printJson(io, { id, reproduced, digests, findings, provenance, ...(request && { receipt }) });
  }
  const { green, red } = colors(io);
  io.err(findingsText(findings, io) + provenanceText(provenance, io));
  const state = report.result === null
    ? "there is no result to compare"
    : `the results differ in ${counted(findings.length, "place")}`;
  io.err(
    reproduced
      ? `${green("REPRODUCED")}: ${id}, reproduction digest ${result.reproductionSha256.slice(0, 16)}…\n`
      : `${red("NOT REPRODUCED")}: ${id}, ${state}\n`,
  );
  return reproduced ? 0 : 1;
}

/** Compares two results. Exit 1 when anything that is not volatile differs. */
export function runDiff({ operands: [first = "", second = ""], flags, io }: Call): Promise<0 | 1> {
  const comparison = compareResults(readResultAt(first, io), readResultAt(second, io));
  const { same, differences, provenance } = comparison;
  if (flags.has("json")) printJson(io, comparison);
  else for (const { at } of differences) io.out(`${printable(at)}\n`);
  io.err(findingsText(differences, io) + provenanceText(provenance, io));
  const { green, red } = colors(io);
  io.err(same ? green("SAME") + "\n" : `${red("DIFFERENT")} in ${counted(differences.length, "place")}\n`);
  return Promise.resolve(same ? 0 : 1);
}

function readResultAt(path: string, io: Io): Result {
  return readResult(resolve(io.cwd, path));
}

function provenanceText(differences: readonly Finding[], io: Io): string {
  if (differences.length === 0) return "";
  const lines = differences.slice(0, MAX_PROVENANCE).map(({ at, expected, observed }) =>
    fit(`  ${printable(`${at}: ${JSON.stringify(expected)} -> ${JSON.stringify(observed)}`)}`, io.columns - 1)
  );
  return ["Provenance differs, which does not decide:", ...lines].map((line) => line + "\n").join("") +
    moreText(differences.length - MAX_PROVENANCE);
}
