/** From a unit and what a chat model answers to its episode. @module */
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import {
  finishUnit,
  type PreparedUnit,
  prepareUnit,
  type Unit,
  unscoredUnit,
} from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import type { Sha256 } from "../../../kernel/digest.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";
import type { Ask } from "./ask.ts";
import type { ExchangeEnd } from "./exchange_log.ts";
import { type ChatPlay, playChat } from "./play_chat.ts";

/** Plays a unit and scores it by the deterministic panel: the same answers make the same episode, to the byte. A server that
 * cannot be reached or understood makes an unscored one, and so do a world that cannot be made and a fault on this side.
 * @param options `ended`: is told how asking ended, and gives the digest of the exchange.
 * @throws {PermafrostError} record-invalid: the model's entry is none for this adapter; what `ask` throws. */
export async function deriveEpisode(
  unit: Unit,
  options: { ask: Ask; salt: string; ended: (how: ExchangeEnd) => Sha256 },
): Promise<RecordedEpisode> {
  const { ask, salt, ended } = options, salt_hash = saltHash(salt);
  let prepared: PreparedUnit;
  try {
    prepared = prepareUnit(unit, { salt });
  } catch (thrown) {
    ended("complete");
    return unscoredUnit(unit, { reason: "instance", detail: said(thrown), salt_hash });
  }
  const chat = await played(prepared, ask);
  if (chat instanceof Error) {
    ended("failed");
    return unscoredUnit(unit, { reason: "crash", detail: said(chat), salt_hash, prepared });
  }
  const provider = { ...chat.provider, exchange_sha256: ended(chat.failed === null ? "complete" : "failed") };
  if (chat.played === null) {
    const detail = chat.failed ?? "";
    return withProvider(unscoredUnit(unit, { reason: "transport", detail, salt_hash, prepared }), provider);
  }
  try {
    return finishUnit(prepared, { ...chat.played, provider });
  } catch (thrown) {
    return withProvider(unscoredUnit(unit, { reason: "crash", detail: said(thrown), salt_hash, prepared }), provider);
  }
}

/** What was played, or a fault of this side. */
async function played(prepared: PreparedUnit, ask: Ask): Promise<ChatPlay | Error> {
  try {
    return await playChat(prepared, ask);
  } catch (thrown) {
    if (thrown instanceof PermafrostError || !(thrown instanceof Error)) throw thrown;
    return thrown;
  }
}

function withProvider(episode: RecordedEpisode, provider: JsonObject): RecordedEpisode {
  return { ...episode, record: { ...episode.record, provider } };
}

/** The message of what was thrown, in one line of at most 500 characters. */
function said(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ").slice(0, 500).toWellFormed();
}
