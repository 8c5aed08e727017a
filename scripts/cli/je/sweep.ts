/** `permafrost je sweep`. @module */
import { resolve } from "node:path";
import { BASELINES, modelsOf, unitsOf } from "../../../experiments/je-v1/sweep/plan.ts";
import { isInShard, parseShard } from "../../../experiments/je-v1/sweep/shard.ts";
import { episodeId } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { toFileError } from "../../../kernel/file_read.ts";
import { type SweepCounts, sweepFolder } from "../../je/sweep_folder.ts";
import type { Call, Io } from "../command.ts";
import { labelled, printJson, progressBar } from "../terminal.ts";
import { chatMeansOf } from "./chat_options.ts";
import { configOf, modelEntries, saltOf, wholeOf } from "./config_options.ts";

/** How often a sweep says how far it is where there is no terminal, in milliseconds. */
const SAY_MS = 10_000;

/** Runs a sweep, or prints its units. Exit 1: an episode has no score. */
export async function runSweep(call: Call): Promise<0 | 1> {
  const { values, flags, io } = call,
    config = configOf(call),
    salt = saltOf(call),
    nowMs = (): number => performance.now();
  const baselines = flags.has("no-baselines") ? [] : BASELINES;
  const models = modelsOf(config, { entries: modelEntries(call), baselines });
  const shard = values["shard"] === undefined ? null : parseShard(values["shard"]);
  if (flags.has("units")) {
    const salt_hash = saltHash(salt?.text ?? "");
    for (const unit of unitsOf(config, models)) {
      if (shard === null || isInShard(episodeId(unit, salt_hash), shard)) io.out(`${JSON.stringify(unit)}\n`);
    }
    return 0;
  }
  const { output } = values;
  if (output === undefined) throw new PermafrostError("usage", "Cannot sweep: --output FOLDER is missing");
  const folder = resolve(io.cwd, output), progress = sayProgress(io, nowMs);
  makeFolder(folder, output);
  const workers = wholeOf(call, "workers", { fallback: navigator.hardwareConcurrency });
  const plan = { config, models, folder, salt, shard, workers, ...chatMeansOf(call) };
  const counts = await sweepFolder({ ...plan, signal: io.signal, nowMs, progress: progress.show }).finally(
    progress.clear,
  );
  if (flags.has("json")) printJson(io, { folder: output, ...counts });
  else {
    io.out(labelled(io, "Episodes", { text: words(counts) }));
    const { skipped, rerun, damaged } = counts;
    const before = [
      ...(skipped > 0 ? [`${skipped} had a result before`] : []),
      ...(rerun > 0 ? [`${rerun} had none and ran again`] : []),
      ...(damaged > 0 ? [`${damaged} had a damaged file, replaced`] : []),
    ];
    if (before.length > 0) io.out(labelled(io, "", { text: before.join(", ") }));
    io.out(labelled(io, "Written", { text: output }));
  }
  return counts.unscored === 0 ? 0 : 1;
}

/** Makes a folder where nothing is. */
export function makeFolder(path: string, at: string): void {
  try {
    Deno.mkdirSync(path, { recursive: true });
  } catch (error) {
    throw toFileError(error, { verb: "make", at, otherwise: "file-write" });
  }
}

/** Shows counts: on a terminal in place, elsewhere in a line now and then. */
function sayProgress(io: Io, nowMs: () => number): { show: (counts: SweepCounts) => void; clear: () => void } {
  const bar = progressBar(io);
  let saidAt = nowMs();
  return {
    show(counts) {
      bar.show(counts.scored + counts.unscored, counts.planned);
      if (io.isTerminal || nowMs() - saidAt < SAY_MS) return;
      saidAt = nowMs();
      io.err(`${words(counts)}\n`);
    },
    clear: bar.clear,
  };
}

function words({ planned, scored, unscored }: SweepCounts): string {
  return `${planned} planned, ${scored} scored, ${unscored} unscored`;
}
