/** Whether a recorded episode comes out again: its calls are put to a fresh world. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { JsonValue } from "../../../kernel/json_value.ts";
import { plainCall } from "../env/call.ts";
import type { Envelope } from "../env/envelope.ts";
import { type Episode, open, step } from "../env/episode.ts";
import type { World } from "../env/model.ts";
import type { ToolName } from "../env/tasks.ts";
import { worldHash } from "../env/world_hash.ts";
import { type Difference, differences } from "./differences.ts";
import { type Header, observationHash, type Row, trajectoryHash } from "./trajectory.ts";

/** The record came out again. */
export interface ReplayIdentical {
  /** It did. */ readonly status: "identical";
  /** The hash of the trajectory. */ readonly trajectory_hash: string;
  /** The episode as it stands at the end. */ readonly episode: Episode;
}

/** The record did not come out again. */
export interface ReplayDrift {
  /** It did not. */ readonly status: "drift";
  /** The first row that differs; null: every row came out, and the header is not that of the world. */
  readonly first_step: number | null;
  /** What was recorded: the hash of an answer or of a world, or a word for what is no hash. */
  readonly expected: string;
  /** What came out. */ readonly got: string;
  /** What differs in the answer, at most 20 places; null: the recorded answer is not at hand. */
  readonly diff: readonly Difference[] | null;
}

/** Puts the recorded calls to a world, in their order. Drift is the first row whose answer has another hash, that is not
 * numbered in turn, whose call is not as the environment takes calls, or that follows the end of the episode; or, when
 * all rows come out, a header that is not the world's or a hash of the trajectory that is not the record's.
 * @throws {PermafrostError} record-invalid: the header's tools or budget do not suit the world's task. */
export function replay(
  recorded: {
    readonly header: Header;
    readonly rows: readonly Row[];
    /** The hash of the whole trajectory, where it was kept; without it, missing rows at the end go unseen. */
    readonly trajectory_hash?: string;
  },
  world: World,
  options: { /** Recorded answers by hash. */ readonly observations?: ReadonlyMap<string, Envelope> } = {},
): ReplayIdentical | ReplayDrift {
  const { header, rows } = recorded, { observations } = options;
  if (header.task_id !== world.task_id) return drift({ expected: header.task_id, got: world.task_id });
  let episode = open(world, {
    tools_enabled: header.tools_enabled as readonly ToolName[],
    step_budget: header.step_budget,
  });
  for (const [at, row] of rows.entries()) {
    if (row.step_idx !== at) return drift({ first_step: at, expected: `step ${row.step_idx}`, got: `step ${at}` });
    if (episode.termination !== null) {
      return drift({ first_step: at, expected: row.observation_hash, got: "the episode has ended" });
    }
    const call = { tool: row.tool, args: row.args },
      taken = plainCall(call),
      [change] = differences(call, { ...taken });
    if (change !== undefined) {
      return drift({ first_step: at, expected: "a call", got: "no plain call", diff: [change] });
    }
    const stepped = step(episode, call), got = observationHash(stepped.observation);
    if (got !== row.observation_hash) {
      const body = observations?.get(row.observation_hash);
      const diff = body === undefined ? null : differences(asJson(body), asJson(stepped.observation));
      return drift({ first_step: at, expected: row.observation_hash, got, diff });
    }
    episode = stepped.episode;
  }
  const diff = differences(
    { world_hash: header.world_hash, env_version: header.env_version, generator: header.generator as JsonValue },
    { world_hash: worldHash(world), env_version: world.env_version, generator: world.generator },
  );
  if (diff.length > 0) return drift({ expected: header.world_hash, got: worldHash(world), diff });
  const trajectory_hash = trajectoryHash(header, rows), { trajectory_hash: kept = trajectory_hash } = recorded;
  if (kept !== trajectory_hash) return drift({ expected: kept, got: trajectory_hash });
  return { status: "identical", trajectory_hash, episode };
}

/** {@linkcode replay}, for scoring: returns the final episode of a record that comes out again.
 * @throws {PermafrostError} record-invalid: it does not; `at` is the first row that differs. Also what `replay` throws. */
export function replayOrRefuse(
  recorded: { readonly header: Header; readonly rows: readonly Row[]; readonly trajectory_hash?: string },
  world: World,
): Episode {
  const outcome = replay(recorded, world);
  if (outcome.status === "identical") return outcome.episode;
  const at = outcome.first_step === null ? "" : `/${outcome.first_step}`;
  throw new PermafrostError("record-invalid", "Cannot score a trajectory: its replay drifts; see je replay", { at });
}

function drift(found: Partial<ReplayDrift> & { expected: string; got: string }): ReplayDrift {
  return { status: "drift", first_step: null, diff: null, ...found };
}

function asJson(envelope: Envelope): JsonValue {
  return envelope as unknown as JsonValue;
}
