/** `permafrost je explain`. @module */
import { resolve } from "node:path";
import type { World } from "../../../experiments/je-v1/env/model.ts";
import { episodeProblem } from "../../../experiments/je-v1/sweep/episode_check.ts";
import { explainScore } from "../../../experiments/je-v1/verify/explain.ts";
import { joinSteps } from "../../../experiments/je-v1/verify/record_text.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { readEpisode } from "../../je/episode_files.ts";
import type { Call } from "../command.ts";
import { printable, printJson } from "../terminal.ts";

/** Prints the score sheet of an episode, from its files alone. */
export function runExplain({ operands: [path = ""], flags, io }: Call): Promise<0> {
  const episode = readEpisode(resolve(io.cwd, path), { at: path }), { record, rows, observations } = episode;
  const problem = episodeProblem(episode), { score, reveal, header, run_config: config } = record;
  if (problem !== null) throw refuse(`${problem.at} ${problem.reason}`, problem.at);
  if (score === null || reveal === null || header === null) {
    throw refuse(`it has no score (${record.unscored?.reason ?? "nothing was played"})`, "/score");
  }
  const instance = { world: { task_id: header.task_id } as World, sealed: reveal.sealed };
  const lines = explainScore(instance, { config, steps: joinSteps(rows, observations), score });
  if (flags.has("json")) printJson(io, { episode_id: record.episode_id, lines });
  else io.out(lines.map((line) => `${printable(line)}\n`).join(""));
  return Promise.resolve(0);
}

function refuse(state: string, at: string): PermafrostError {
  return new PermafrostError("record-invalid", `Cannot explain the episode: ${state}`, { at });
}
