/** Finds state cards. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { readDigest, type SnapshotDigest } from "./digest.ts";
import { type Provider, readIndex } from "./index.ts";
import { findRecords } from "./record_hits.ts";
import { MAX_RECORD_BYTES } from "./records.ts";
import { checkQuery } from "./request_check.ts";
import { openSnapshot, type Snapshot } from "./snapshot_open.ts";
import { CARD_MARKER, parseCard, type StateCard, userText } from "./state_card.ts";

/** What to recall. */
export interface RecallRequest {
  /** The full digest of the only snapshot to look at; without it all of the index are. */ readonly sha?: string;
  /** The text, 1 to 1,024 bytes of UTF-8. */ readonly query: string;
}

/** A card, and where it stands. */
export interface RecalledCard extends StateCard {
  /** The snapshot. */ readonly snapshot_sha: SnapshotDigest;
  /** The index of the record, from 0. */ readonly record_index: number;
}

/** A card and the agent in whose shape of a user message it stands. */
export interface ProviderCard {
  /** The card. */ readonly card: RecalledCard;
  /** The agent. */ readonly provider: Provider;
}

/**
 * Finds the state cards that hold a text in any of their fields, whatever the case: both are compared in upper case
 * made of lower case, by Unicode's full mappings, in no language's way (so `ß` equals `ss`, and the three sigmas are
 * one). The count of covered records is no text and is not looked at. A card is a user message in the shape of the
 * snapshot's provider that begins with the marker's line; of a snapshot that is not in the index both shapes are taken.
 * Without `sha` the snapshots of the index are looked at, each once, in the order in which they first stand there;
 * one that is not there is passed over, a damaged one refused.
 *
 * Holds 8 MiB of a snapshot, one record, and what it returns; there is no bound on the number of records.
 * @param vault The path of the vault.
 * @returns The cards, in the order of the snapshots and their records.
 * @throws {PermafrostError} vault-request (digest or query out of bounds, a record of more than 256 MiB), vault-missing
 * (the snapshot that was asked for), vault-damaged, file-unreadable.
 */
export async function recall(vault: string, request: RecallRequest): Promise<RecalledCard[]> {
  return (await recallWithProvider(vault, request)).map(({ card }) => card);
}

/** Does what {@linkcode recall} does, and tells the provider of each card.
 * @param options `holds` decides of each card whether it is found, given the folded query; any field unless given. */
export async function recallWithProvider(
  vault: string,
  request: RecallRequest,
  options: { texts?: (found: ProviderCard) => readonly (string | null)[] } = {},
): Promise<ProviderCard[]> {
  const { sha, query } = request, { texts = allTexts } = options;
  const only = sha === undefined ? null : readDigest(sha);
  checkQuery(query);
  const folded = fold(query), found: ProviderCard[] = [];
  for (const [digest, providers] of snapshotsOf(vault, only)) {
    const snapshot = await openUnlessGone(vault, { digest, isNeeded: only !== null });
    if (snapshot === null) continue;
    const cards = await cardsOf(snapshot, providers);
    found.push(...cards.filter((each) => texts(each).some((text) => text !== null && fold(text).includes(folded))));
  }
  return found;
}

/** Folds the case of a text. Lower case first, as upper case alone tells the signs of Kelvin and k apart. */
function fold(text: string): string {
  return text.toLowerCase().toUpperCase();
}

function allTexts({ card }: ProviderCard): (string | null)[] {
  const { goal, current_work, summary, errors, concepts, files, decisions, todos, contexts } = card;
  return [goal, current_work, summary, ...[errors, concepts, files, decisions, todos, contexts].flat()];
}

/** The snapshots to look at, with the providers that the index names for each. */
function snapshotsOf(vault: string, only: SnapshotDigest | null): Map<SnapshotDigest, Set<Provider>> {
  const snapshots = new Map<SnapshotDigest, Set<Provider>>(only === null ? [] : [[only, new Set()]]);
  for (const { sha256, provider } of readIndex(vault, only === null ? {} : { sha256: only }).entries) {
    const digest = readDigest(sha256), providers = snapshots.get(digest) ?? new Set();
    snapshots.set(digest, providers.add(provider));
  }
  if (only !== null && snapshots.get(only)?.size === 0) snapshots.set(only, new Set(["codex", "claude_code"]));
  return snapshots;
}

async function openUnlessGone(
  vault: string,
  { digest, isNeeded }: { digest: SnapshotDigest; isNeeded: boolean },
): Promise<Snapshot | null> {
  try {
    return await openSnapshot(vault, digest);
  } catch (error) {
    if (!isNeeded && error instanceof PermafrostError && error.code === "vault-missing") return null;
    throw error;
  }
}

async function cardsOf(snapshot: Snapshot, providers: ReadonlySet<Provider>): Promise<ProviderCard[]> {
  const cards: ProviderCard[] = [];
  for await (const hits of findRecords(snapshot, { text: CARD_MARKER, maxRecords: Infinity })) {
    for (const { index, bytes } of hits) {
      for (const provider of providers) {
        const card = readCard(bytes, provider);
        if (card !== null) {
          cards.push({ card: { snapshot_sha: snapshot.digest, ...card, record_index: index }, provider });
        }
      }
    }
  }
  return cards;
}

/** The card that a record is; a record that is no strict JSON, or nested over 512 deep, is none. */
function readCard(bytes: Uint8Array, provider: Provider): StateCard | null {
  try {
    const text = userText(parseStrictBytes(bytes, { maxBytes: MAX_RECORD_BYTES }), provider);
    return text === null ? null : parseCard(text);
  } catch (error) {
    if (error instanceof PermafrostError) return null;
    throw error;
  }
}
