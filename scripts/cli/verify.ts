/** `permafrost verify` and `permafrost run`. @module */
import { mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { verify, type VerifyReport } from "../../kernel/reproduce.ts";
import { type Result, writeResult } from "../../kernel/result.ts";
import type { Call } from "./command.ts";
import { locateExperiment } from "./locate.ts";
import { refuseTaken, runOptions } from "./run_options.ts";
import { progressBar } from "./terminal.ts";
import { verifyText } from "./verify_text.ts";

/** Checks, runs and decides; writes the result where `--output` says. Exit 1 when anything does not hold. */
export async function runVerify(call: Call): Promise<0 | 1> {
  const { report, place } = await runOnce(call, () => null);
  say(call, { report, place });
  return report.holds ? 0 : 1;
}

/** Runs and keeps the result. Exit 1 only when there is none. */
export async function runRun(call: Call): Promise<0 | 1> {
  const { report, place } = await runOnce(call, (folder, result) => {
    const time = result.volatile.startedAt.replace(/[-:]|\.\d+/g, "");
    mkdirSync(join(folder, "results"), { recursive: true });
    return join(folder, "results", `${time}-${result.reproductionSha256.slice(0, 8)}.json`);
  });
  say(call, { report, place });
  if (!call.flags.has("json") && place !== null) call.io.out(`${place}\n`);
  return report.result === null ? 1 : 0;
}

async function runOnce(
  call: Call,
  defaultPlace: (folder: string, result: Result) => string | null,
): Promise<{ report: VerifyReport; place: string | null }> {
  const { operands: [operand = ""], values, flags, io } = call;
  const folder = locateExperiment(operand, io.cwd);
  const output = values["output"] === undefined ? null : resolve(io.cwd, values["output"]);
  if (output !== null) refuseTaken(output, values["output"]!);
  const bar = progressBar(io);
  const options = await runOptions(folder, call);
  const report = await verify(folder, { ...options, onProgress: bar.show, twice: flags.has("twice") }).finally(
    bar.clear,
  );
  if (report.result === null) return { report, place: null };
  const place = output ?? defaultPlace(folder, report.result);
  if (place !== null) writeResult(place, report.result);
  return { report, place: place === null ? null : values["output"] ?? relative(io.cwd, place) };
}

function say({ flags, io }: Call, { report, place }: { report: VerifyReport; place: string | null }): void {
  const { id, manifestSha256, holds, findings, result, attempted, failure } = report;
  if (flags.has("json")) {
    const ended = failure === null ? null : { code: failure.code, message: failure.message };
    io.out(
      JSON.stringify({ id, manifestSha256, holds, findings, attempted, failure: ended, output: place, result }) + "\n",
    );
  } else io.err(verifyText(report, { io, place }));
}
