/** `permafrost verify` and `permafrost run`. @module */
import { relative } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { verify, type VerifyReport } from "../../kernel/reproduce.ts";
import { type Result, writeResult } from "../../kernel/result.ts";
import type { RunOptions } from "../../kernel/run.ts";
import { withExperiment } from "./archive_operand.ts";
import type { Call, Io } from "./command.ts";
import { locateExperiment } from "./locate.ts";
import { checkResultsFolder, defaultPlace, outputPlace } from "./result_place.ts";
import { runOptions } from "./run_options.ts";
import { printJson, progressBar } from "./terminal.ts";
import { verifyText } from "./verify_text.ts";

/** Checks, runs and decides; writes the result where `--output` says. Exit 1 when anything does not hold. */
export function runVerify(call: Call): Promise<0 | 1> {
  return withExperiment(call.operands[0]!, call, {
    use: async ({ folder, comparePublished }) => {
      const { report, place } = await runOnce(call, { folder, comparePublished, keep: () => null });
      say(call, { report, place });
      return report.holds ? 0 : 1;
    },
  });
}

/** Runs and keeps the result. Exit 1 only when there is none. */
export async function runRun(call: Call): Promise<0 | 1> {
  const { io, operands, values, flags } = call;
  const folder = locateExperiment(operands[0]!, io.cwd);
  if (values["output"] === undefined) checkResultsFolder(folder);
  const { report, place } = await runOnce(call, { folder, keep: (result) => defaultPlace(folder, result) });
  say(call, { report, place });
  if (!flags.has("json") && place !== null) io.out(`${place}\n`);
  return report.result === null ? 1 : 0;
}

/**
 * Takes an interrupted run for none, whatever was found in it until then.
 *
 * @throws {PermafrostError} interrupted.
 */
export function refuseInterrupted(io: Io): void {
  if (io.signal.aborted) throw new PermafrostError("interrupted", "Cannot finish: the run was interrupted");
}

async function runOnce(
  call: Call,
  { folder, keep, comparePublished }: {
    folder: string;
    keep: (result: Result) => string | null;
    comparePublished?: RunOptions["comparePublished"];
  },
): Promise<{ report: VerifyReport; place: string | null }> {
  const { values, flags, io } = call;
  const given = values["output"];
  const output = given === undefined ? null : outputPlace(given, { cwd: io.cwd, folder });
  const kept = values["scratch"]?.replace(/(?<=.)\/+$/, "");
  const scratch = kept === undefined ? undefined : outputPlace(kept, { cwd: io.cwd, folder });
  if (scratch !== undefined && scratch === output) {
    throw new PermafrostError("usage", "Cannot run: --output and --scratch name one place; choose two", {
      at: "--scratch",
    });
  }
  const options = { ...(comparePublished && { comparePublished }), ...await runOptions(folder, call), scratch };
  const bar = progressBar(io);
  const report = await verify(folder, { ...options, onProgress: bar.show, twice: flags.has("twice") })
    .finally(bar.clear);
  refuseInterrupted(io);
  if (report.result === null) return { report, place: null };
  const place = output ?? keep(report.result);
  if (place === null) return { report, place };
  writeResult(place, report.result);
  return { report, place: given ?? relative(io.cwd, place) };
}

function say({ flags, io }: Call, { report, place }: { report: VerifyReport; place: string | null }): void {
  if (!flags.has("json")) return io.err(verifyText(report, { io, place }));
  const { id, manifestSha256, holds, findings, result, attempted, failure } = report;
  const ended = failure === null ? null : { code: failure.code, message: failure.message };
  printJson(io, { id, manifestSha256, holds, findings, attempted, failure: ended, output: place, result });
}
