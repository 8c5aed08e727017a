/** Whether trusted timestamps fit with what the manifest and the results say of their own times. @module */
import { join } from "node:path";
import type { ReadManifest } from "../../kernel/manifest.ts";
import type { KnownResult } from "./known_results.ts";
import type { SigningPlace } from "./signature_files.ts";
import type { SignatureFinding } from "./signature_finding.ts";
import type { TimestampToken } from "./timestamp_token.ts";

/** A token that was verified. */
export interface SeenToken {
  /** Its name in findings. */
  readonly at: string;
  /** The path of the file that it covers. */
  readonly path: string;
  /** What it says. */
  readonly token: Pick<TimestampToken, "timeMs" | "accuracyMs">;
}

/** What the tokens are compared with. */
export interface TimeContext {
  /** Where the tokens lie. */
  readonly place: SigningPlace;
  /** The manifest; null for a file that stands alone. */
  readonly manifest: ReadManifest | null;
  /** The results. */
  readonly results: readonly KnownResult[];
}

/**
 * Compares tokens with claims. A token of the manifest from before the day that the manifest names (UTC) is early: the
 * bytes were there before they say so. A token of a result from before the run's end is early too. A result of this
 * manifest that started before the oldest token of it is late: the token does not show that the freeze came first. Times
 * count within the token's accuracy. The clocks of manifest and results are their author's own.
 */
export function checkTimes(
  tokens: readonly SeenToken[],
  { place, manifest, results }: TimeContext,
): SignatureFinding[] {
  if (place.kind !== "experiment") return [];
  const manifestPath = join(place.folder, "manifest.json");
  const own = tokens.filter(({ path }) => path === manifestPath), findings: SignatureFinding[] = [];
  const early = ({ at, token }: SeenToken, claim: Record<string, string>): void =>
    void findings.push({ code: "timestamp-early", at, expected: claim, observed: { time: iso(token.timeMs) } });
  const frozenOn = manifest?.manifest.frozenOn ?? null;
  for (const seen of own) {
    if (frozenOn !== null && latest(seen) < Date.parse(`${frozenOn}T00:00:00Z`)) early(seen, { frozenOn });
  }
  for (const { path, file: { result: { volatile: { finishedAt } } } } of results) {
    for (const seen of tokens) {
      if (seen.path === path && latest(seen) < Date.parse(finishedAt)) early(seen, { finishedAt });
    }
  }
  if (own.length === 0) return findings;
  const oldest = own.reduce((first, seen) => earliest(seen) < earliest(first) ? seen : first);
  for (const { at, file: { result: { manifestSha256, volatile: { startedAt } } } } of results) {
    if (manifestSha256 !== manifest?.sha256 || Date.parse(startedAt) >= earliest(oldest)) continue;
    const expected = { notBefore: iso(oldest.token.timeMs), token: oldest.at };
    findings.push({ code: "timestamp-late", at, expected, observed: { startedAt } });
  }
  return findings;
}

function latest({ token }: SeenToken): number {
  return token.timeMs + Math.max(token.accuracyMs, 999); // many authorities state whole seconds
}

function earliest({ token }: SeenToken): number {
  return token.timeMs - token.accuracyMs;
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
