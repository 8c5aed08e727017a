/** Whether an episode may be exported: it must be true to itself, come out again, and have the score that it says.
 * @module */
import type { World } from "../../../experiments/je-v1/env/model.ts";
import { episodeProblem, instanceOf, replayEpisode, rescore } from "../../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { combine } from "../../../experiments/je-v1/verify/combine.ts";
import type { Score } from "../../../experiments/je-v1/verify/score_model.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";

/** Checks an episode: its name, header, chain and revealed ledger; that its calls, put to a fresh world, get the recorded
 * answers and end as recorded; and that scoring gives the recorded score. Where a model judged, its verdicts are taken from
 * the record, and the rest is reckoned again. Tokens, times and what was thought cannot be checked.
 * @param options `at`: the episode's name in errors; `salt`: the campaign's secret, if any.
 * @returns The world that it was played on; null: none came of it.
 * @throws {PermafrostError} record-invalid: one of these fails, or the salt is another; `at` is the place. */
export function checkedWorld(episode: RecordedEpisode, { at, salt }: { at: string; salt?: string }): World | null {
  const { record } = episode, problem = episodeProblem(episode);
  const refuse = (state: string, place: string): PermafrostError =>
    new PermafrostError("record-invalid", `Cannot export ${at}: ${state}`, { at: `${at}#${place}` });
  if (problem !== null) throw refuse(`${problem.at} ${problem.reason}`, problem.at);
  if (record.header === null) return null;
  const instance = inEpisode(at, () => instanceOf(record, salt)), outcome = replayEpisode(episode, instance)!;
  if (outcome.status === "drift") throw refuse("its replay drifts; see permafrost je replay", "");
  const { termination, score } = record, ended = outcome.episode.termination ?? "stopped";
  if (termination === null && score === null) return instance.world;
  if (termination !== ended) throw refuse(`it ended by ${ended}, which is not as recorded`, "/termination");
  const expected = expectedScore(episode, inEpisode(at, () => rescore(episode, instance)));
  if (canonicalize(score) !== canonicalize(expected)) {
    throw refuse("scoring it again gives another score; see permafrost je score", "/score");
  }
  return instance.world;
}

/** What a score must be, given what scoring without a model gives. Where a model judged, its verdicts are taken from the
 * record, and all else follows. */
function expectedScore({ record }: RecordedEpisode, again: Score): Score {
  const { score, run_config: { scoring: { weights } } } = record, { outcome: { O }, process: { P }, caps } = again;
  if (score === null || score.judge.id === again.judge.id) return again;
  const { rationale, judge, unscored } = score;
  return { ...again, rationale, judge, unscored, ...combine({ O, P, R: rationale.R }, { weights, caps }) };
}

/** Gives errors about an episode its name. */
function inEpisode<T>(at: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof PermafrostError)) throw cause;
    throw new PermafrostError(cause.code, `${cause.message} (${at})`, { at: `${at}#${cause.at ?? ""}`, cause });
  }
}
