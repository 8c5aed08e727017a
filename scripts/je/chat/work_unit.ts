/** Units of work that need a server, as a worker does them: one part each, so that the process of each part reaches one
 * host. A model's part asks the model and writes down what was said; a judge's part reads that, asks the judge, and writes
 * the episode. @module */
import { basename } from "node:path";
import { episodeId, type ModelEntry, runUnit, type Unit, unscoredUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { episodePath, stateOfFile, writeEpisode } from "../episode_files.ts";
import { networkAsk, type NetworkOptions, recordedAsk } from "./ask.ts";
import { chatJudge, judgeEpisode } from "./chat_judge.ts";
import { deriveEpisode } from "./derive_episode.ts";
import { CHAT_ADAPTER, endpointOf, refuseOwnJudge } from "./endpoint.ts";
import { type ExchangeFile, exchangeOf, exchangePath, openExchange } from "./exchange_files.ts";
import type { Exchange, ExchangeHead } from "./exchange_log.ts";

/** What a worker has at hand. */
export interface ChatWork extends Omit<NetworkOptions, "log"> {
  /** The folder of the episodes. */ readonly folder: string;
  /** The campaign's secret; empty: none. */ readonly salt: string;
}

/** What became of a unit: `exchanged`, when the exchange with its model is whole and a judge has yet to score it. */
export type ChatState = "scored" | "unscored" | "exchanged";

/** Asks the model, unless the folder holds a whole exchange already: an agent's play is never made again. Writes the exchange
 * and, unless a judge follows, the episode.
 * @throws {PermafrostError} record-invalid: the entry is none for this adapter, or the exchange in the folder does not lead
 * to what is asked; unavailable: this process may not reach the host; file-*. */
export async function workModel(
  unit: Unit,
  { isJudged, ...work }: ChatWork & { readonly isJudged: boolean },
): Promise<{ episode_id: string; state: ChatState }> {
  const { folder, salt } = work,
    episode_id: string = episodeId(unit, saltHash(salt)),
    endpoint = endpointOf(unit.model);
  if (stateOfFile(folder, episode_id) === "scored") return { episode_id, state: "scored" };
  const path = exchangePath(episodePath(folder, episode_id), "model");
  const before = exchangeOf(path, { episode_id, role: "model" });
  let file: ExchangeFile | null = null, episode: RecordedEpisode | null = null;
  if (before?.end !== "complete") {
    refuseUnreachable(endpoint.host);
    const mine = openExchange(path, headOf("model", { episode_id, host: endpoint.host, nonce_secret: null }));
    const ask = networkAsk(endpoint, { ...work, log: mine.writer });
    episode = await orDrop(mine, () => deriveEpisode(unit, { ask, salt, ended: mine.writer.end }));
    file = mine;
  } else if (!isJudged) episode = await fromExchange(unit, before, { path, salt });
  if (isJudged || episode === null) {
    file?.keep();
    return { episode_id, state: "exchanged" };
  }
  return { episode_id, state: settle(folder, episode, { file }) };
}

/** Scores a unit's episode under a judge. A chat model's play comes from the exchange in the folder; an agent of the
 * experiment plays here.
 * @throws {PermafrostError} as {@linkcode workModel}. */
export async function workJudge(
  unit: Unit,
  { judge: entry, ...work }: ChatWork & { readonly judge: ModelEntry },
): Promise<{ episode_id: string; state: ChatState }> {
  const { folder, salt } = work, episode_id: string = episodeId(unit, saltHash(salt)), endpoint = endpointOf(entry);
  refuseOwnJudge([unit.model], entry);
  if (stateOfFile(folder, episode_id) === "scored") return { episode_id, state: "scored" };
  const played = await playedBefore(unit, { folder, salt, episode_id, nowMs: work.nowMs });
  refuseUnreachable(endpoint.host);
  const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  const path = exchangePath(episodePath(folder, episode_id), "judge");
  const file = openExchange(path, headOf("judge", { episode_id, host: endpoint.host, nonce_secret: secret }));
  const judged = await orDrop(file, async () => {
    const judge = chatJudge(entry, networkAsk(endpoint, { ...work, log: file.writer }), { secret, seed: unit.seed });
    const episode = await judgeEpisode(played, { entry, judge, salt });
    return withDigest(episode, file.writer.end(judge.failed() === null ? "complete" : "failed"));
  });
  return { episode_id, state: settle(folder, judged, { file }) };
}

/** Makes an episode again from what was exchanged, without a network.
 * @throws {PermafrostError} record-invalid: the exchange is not of this unit, or is cut off. */
export async function fromExchange(
  unit: Unit,
  exchange: Exchange,
  { path, salt }: { path: string; salt: string },
): Promise<RecordedEpisode> {
  return await deriveEpisode(unit, {
    ask: recordedAsk(exchange, { at: basename(path) }),
    salt,
    ended: () => exchange.sha256,
  });
}

/** Adds the digest of a judge's exchange to what its server said of itself. */
export function withDigest(episode: RecordedEpisode, exchange_sha256: string): RecordedEpisode {
  const { provider } = episode.record, judge = provider?.judge;
  if (typeof judge !== "object" || judge === null) return episode;
  return {
    ...episode,
    record: { ...episode.record, provider: { ...provider, judge: { ...judge, exchange_sha256 } } },
  };
}

async function playedBefore(
  unit: Unit,
  { folder, salt, episode_id, nowMs }: { folder: string; salt: string; episode_id: string; nowMs: () => number },
): Promise<RecordedEpisode> {
  if (unit.model.adapter !== CHAT_ADAPTER) return runUnit(unit, { salt, nowMs });
  const path = exchangePath(episodePath(folder, episode_id), "model");
  const exchange = exchangeOf(path, { episode_id, role: "model" });
  if (exchange !== null) return await fromExchange(unit, exchange, { path, salt });
  const detail = "there is no exchange with the model to be judged";
  return unscoredUnit(unit, { reason: "crash", detail, salt_hash: saltHash(salt) });
}

/** Writes an episode and, unless another result is there already, its exchange. */
function settle(
  folder: string,
  episode: RecordedEpisode,
  { file }: { file: ExchangeFile | null },
): "scored" | "unscored" {
  if (writeEpisode(folder, episode) === "kept") file?.drop();
  else file?.keep();
  return episode.record.unscored === null ? "scored" : "unscored";
}

/** Keeps no part of an exchange whose episode could not be made. */
async function orDrop<T>(file: ExchangeFile, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    file.drop();
    throw error;
  }
}

function headOf(role: ExchangeHead["role"], head: Omit<ExchangeHead, "role">): ExchangeHead {
  return { role, ...head };
}

function refuseUnreachable(host: string): void {
  if (Deno.permissions.querySync({ name: "net", host }).state === "granted") return;
  const state = `this process may not reach ${host}; start it with --allow-net=${host}`;
  throw new PermafrostError("unavailable", `Cannot ask a model: ${state}`);
}
