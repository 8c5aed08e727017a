/** What `report` is given: results, sweeps, episodes. @module */
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Aggregate } from "../../experiments/je-v1/sweep/aggregate.ts";
import type { RecordedEpisode } from "../../experiments/je-v1/sweep/episode_record.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readResult, type Result } from "../../kernel/result.ts";

/** Something to be shown, with its name. */
export type Shown =
  & { /** What it is called. */ readonly name: string }
  & (
    | { readonly kind: "result"; readonly result: Result }
    | { readonly kind: "sweep"; readonly aggregate: Aggregate }
    | { readonly kind: "episode"; readonly episode: RecordedEpisode }
  );

/** Reads what operands name: a result's file, a folder of episodes, or one episode as a file (`.jsonl`) or a folder. Of a
 * sweep's folder only records are read. Names are those of files; where two are equal, whole paths as given.
 * @throws {PermafrostError} file-*, json-*, result-invalid, record-invalid. */
export async function readShown(operands: readonly string[], { cwd }: { readonly cwd: string }): Promise<Shown[]> {
  const short = operands.map((operand) => basename(resolve(cwd, operand)));
  const shown: Shown[] = [];
  for (const [at, operand] of operands.entries()) {
    const isAlone = short.filter((name) => name === short[at]).length === 1;
    shown.push({ name: isAlone ? short[at]! : operand, ...await readOne(resolve(cwd, operand), operand) });
  }
  return shown;
}

type Read = Shown extends infer Each ? Each extends Shown ? Omit<Each, "name"> : never : never;

async function readOne(path: string, at: string): Promise<Read> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const isEpisode = isFolder
    ? statSync(join(path, "episode.json"), { throwIfNoEntry: false }) !== undefined
    : path.endsWith(".jsonl");
  if (isEpisode) {
    const { readEpisode } = await import("../je/episode_files.ts");
    const { recordFault } = await import("../je/console/page/results/record_shape.ts");
    const episode = readEpisode(path, { at }), fault = recordFault(episode.record);
    if (fault === null) return { kind: "episode", episode };
    throw new PermafrostError("record-invalid", `Cannot show ${at}: its record is not as it should be`, {
      at: `${at}#${fault}`,
    });
  }
  if (!isFolder) return { kind: "result", result: readResult(path) };
  const { aggregateFolder } = await import("../je/aggregate_folder.ts"), aggregate = await aggregateFolder(path);
  if (aggregate.tables.length > 0) return { kind: "sweep", aggregate };
  throw new PermafrostError("file-missing", `Cannot show ${at}: no episode is in it`, { at });
}
