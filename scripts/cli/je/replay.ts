/** `permafrost je replay`. @module */
import { resolve } from "node:path";
import { episodeProblem, instanceOf, replayEpisode } from "../../../experiments/je-v1/sweep/episode_check.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { readEpisode } from "../../je/episode_files.ts";
import type { Call } from "../command.ts";
import { colors, labelled, printJson } from "../terminal.ts";
import { saltOf } from "./config_options.ts";

const SHOWN = 120;

/** Replays an episode. Exit 2 when it drifts. */
export function runReplay(call: Call): Promise<0 | 2> {
  const { operands: [path = ""], flags, io } = call, episode = readEpisode(resolve(io.cwd, path), { at: path });
  const outcome = replayEpisode(episode, instanceOf(episode.record, saltOf(call)?.text));
  if (outcome === null) {
    throw new PermafrostError("record-invalid", "Cannot replay the episode: no world came of it, nothing was played");
  }
  const isJson = flags.has("json"), { red, green } = colors(io);
  if (outcome.status === "identical") {
    const problem = episodeProblem(episode), { trajectory_hash } = outcome;
    if (problem !== null) {
      const state = `its answers come out again, but ${problem.at} ${problem.reason}`;
      throw new PermafrostError("record-invalid", `Cannot accept the episode: ${state}`, { at: problem.at });
    }
    if (isJson) printJson(io, { status: "identical", steps: episode.rows.length, trajectory_hash });
    else io.out(`identical\t${trajectory_hash}\n`);
    io.err(
      labelled(io, "Replayed", { text: `${episode.rows.length} calls, every answer is the same`, mark: green("✓") }),
    );
    return Promise.resolve(0);
  }
  const { first_step, expected, got, diff } = outcome;
  if (isJson) printJson(io, outcome);
  else io.out(`drift\t${first_step ?? "header"}\n`);
  const where = first_step === null ? "the header" : `step ${first_step}`;
  io.err(labelled(io, "Drift", { text: `${where} is the first that differs`, mark: red("✗") }));
  io.err(labelled(io, "Expected", { text: expected }));
  io.err(labelled(io, "Got", { text: got }));
  for (const { at, expected: before, got: now } of diff ?? []) {
    io.err(labelled(io, "", { text: `${at || "all"}: ${shown(before)} became ${shown(now)}` }));
  }
  return Promise.resolve(2);
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}...`;
}
