/** An episode made again from its recorded exchanges, without a network, and compared. @module */
import { basename } from "node:path";
import { runUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { episodeText } from "../../../experiments/je-v1/sweep/episode_text.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { ModelEntry } from "../../../experiments/je-v1/sweep/unit.ts";
import { recordedAsk } from "./ask.ts";
import { chatJudge, judgeEpisode } from "./chat_judge.ts";
import { CHAT_ADAPTER } from "./endpoint.ts";
import { exchangeOf } from "./exchange_files.ts";
import { fromExchange, withDigest } from "./work_unit.ts";

/** What a replay of exchanges comes to. */
export interface ReplayedExchange {
  /** The episode that came of it. */ readonly episode: RecordedEpisode;
  /** Whether its score, or the reason why it has none, is the recorded one. */ readonly isSameScore: boolean;
  /** Whether all of it is, to the byte; never where an agent of the experiment played, whose times are measured anew. */
  readonly isSame: boolean;
}

/** Makes an episode again from its exchanges.
 * @param paths The exchange with its model and, where a model judged, that with the judge.
 * @param options `judge`: the entry of the judge; needed where a model judged.
 * @throws {PermafrostError} file-missing: an exchange that is needed is not there; record-invalid: one is not of this
 * episode or does not lead to what is asked, the salt is another; usage: the judge's entry is needed. */
export async function replayExchange(
  { record, ...rest }: RecordedEpisode,
  paths: { readonly model: string; readonly judge: string },
  { salt, judge }: { salt: string; judge?: ModelEntry | undefined },
): Promise<ReplayedExchange> {
  const { run_config, model, seed, episode_id, judges } = record, unit = { run_config, model, seed };
  if (saltHash(salt) !== record.salt_hash) {
    const state = "it was played under another salt; give the campaign's with --salt-file";
    throw new PermafrostError("record-invalid", `Cannot replay the exchange: ${state}`, { at: "/salt_hash" });
  }
  const exchangeFor = (role: "model" | "judge") => {
    const exchange = exchangeOf(paths[role], { episode_id, role }), at = basename(paths[role]);
    if (exchange !== null) return { exchange, at };
    throw new PermafrostError("file-missing", `Cannot replay the exchange: ${at} is not there`, { at });
  };
  const isJudged = judges.some((name) => !name.startsWith("deterministic/"));
  if (!isJudged && model.adapter !== CHAT_ADAPTER) throw usage(`${model.id} was not asked over a network`);
  let episode = model.adapter === CHAT_ADAPTER
    ? await fromExchange(unit, exchangeFor("model").exchange, { path: paths.model, salt })
    : runUnit(unit, { salt });
  if (isJudged) {
    if (judge === undefined) throw usage(`it was judged by ${judges[0]}; give the judge's file with --judge`);
    const { exchange, at } = exchangeFor("judge"), secret = exchange.head.nonce_secret ?? "";
    const again = chatJudge(judge, recordedAsk(exchange, { at }), { secret, seed });
    episode = withDigest(await judgeEpisode(episode, { entry: judge, judge: again, salt }), exchange.sha256);
  }
  const sumOf = (of: RecordedEpisode["record"]): string =>
    canonicalize([of.score, of.unscored, of.judges, of.trajectory_hash]);
  return {
    episode,
    isSameScore: sumOf(episode.record) === sumOf(record),
    isSame: sha256Hex(episodeText(episode)) === sha256Hex(episodeText({ record, ...rest })),
  };
}

function usage(state: string): PermafrostError {
  return new PermafrostError("usage", `Cannot replay the exchange: ${state}`);
}
