/** A score in a few labelled lines. @module */
import { decimal } from "../../../experiments/je-v1/sweep/aggregate_text.ts";
import type { EpisodeRecord } from "../../../experiments/je-v1/sweep/episode_record.ts";
import type { Score } from "../../../experiments/je-v1/verify/score_model.ts";
import type { Io } from "../command.ts";
import { labelled } from "../terminal.ts";

/** The total with its parts, or why there is none. */
export function scoreLabels(
  score: Score | null,
  { unscored, io }: { unscored: EpisodeRecord["unscored"]; io: Io },
): string {
  if (score === null) {
    return labelled(io, "Unscored", { text: unscored === null ? "" : `${unscored.reason}: ${unscored.detail}` });
  }
  const { outcome, process, rationale, gate, caps } = score;
  const parts = `outcome ${decimal(outcome.O)}, process ${decimal(process.P)}, rationale ${decimal(rationale.R)}, ` +
    `gate ${decimal(gate)}`;
  return [
    labelled(io, "Total", { text: score.total === null ? `none (${score.unscored})` : decimal(score.total) }),
    labelled(io, "Parts", { text: parts }),
    ...caps.map(({ reason, max }) =>
      labelled(io, "Cap", { text: `at most ${decimal(max)}: ${reason.replaceAll("_", " ")}` })
    ),
    ...(score.note === null ? [] : [labelled(io, "Note", { text: score.note })]),
  ].join("");
}
