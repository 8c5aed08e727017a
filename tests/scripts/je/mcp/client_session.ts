/** Sessions of the episode's server in memory, and units for clients. @module */
import { makeRunConfig, type RunConfigSource } from "../../../../experiments/je-v1/config/contract.ts";
import type { RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { type PreparedUnit, prepareUnit, runUnit, type Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { byteLines } from "../../../../scripts/byte_lines.ts";
import { openLive } from "../../../../scripts/je/mcp/live_episode.ts";
import { MAX_LINE_BYTES, serveEpisode } from "../../../../scripts/je/mcp/serve.ts";
import type { Answer, Message } from "../../../experiments/recovery-v1/vault/mcp_session.ts";

/** A unit whose model is a client. */
export function clientUnit({ seed = 1, ...source }: Partial<RunConfigSource> & { seed?: number } = {}): Unit {
  const run_config = makeRunConfig({ task_id: "JE-01", models: ["client"], seeds: 1, ...source, seed });
  return { run_config, model: { id: "client", adapter: "mcp", params: {}, send_seed: false }, seed };
}

/** What an agent of this repository does with a unit: its calls, and the episode that they make. */
export function reference(unit: Unit, { id = "solver", salt = "" } = {}): {
  readonly episode: RecordedEpisode;
  readonly calls: readonly { name: string; arguments: Record<string, unknown> }[];
} {
  const episode = runUnit({ ...unit, model: { ...unit.model, id, adapter: "reference" } }, { salt });
  const calls = episode.rows.map(({ tool, args }) => ({ name: tool!, arguments: args as Record<string, unknown> }));
  return { episode, calls };
}

/** A conversation that has ended. */
export interface Talk {
  /** What was answered, a value a line. */ readonly answers: Answer[];
  /** The same as it was written. */ readonly text: string;
  /** The episode; null: none was recorded. */ readonly episode: RecordedEpisode | null;
  /** How much had been written when the episode was recorded, in characters. */ readonly recordedAt: number;
}

const PREPARED = new Map<string, PreparedUnit>();

/** Serves a unit to a client that says these lines; a message is one line. Strings are said as they are. */
export async function talk(
  lines: readonly (string | Message)[],
  { unit = clientUnit(), salt = "", write }: { unit?: Unit; salt?: string; write?: (line: string) => void } = {},
): Promise<Talk> {
  const said = lines.map((line) => typeof line === "string" ? line : `${JSON.stringify(line)}\n`).join("");
  const key = JSON.stringify([unit, salt]), prepared = PREPARED.get(key) ?? prepareUnit(unit, { salt });
  PREPARED.set(key, prepared);
  const live = openLive(prepared, { nowMs: () => 0 });
  let text = "", recordedAt = -1;
  const episodes: RecordedEpisode[] = [];
  await serveEpisode({
    episode: live,
    input: byteLines(new Blob([said]).stream(), MAX_LINE_BYTES),
    write: (line) => {
      write?.(line);
      text += line;
      return Promise.resolve();
    },
    ended: (provider) => {
      recordedAt = text.length;
      episodes.push(live.finish(provider));
    },
  });
  if (episodes.length > 1) throw new Error("the episode was recorded twice");
  const answers = text.split("\n").slice(0, -1).map((line): Answer => JSON.parse(line));
  return { answers, text, episode: episodes[0] ?? null, recordedAt };
}
