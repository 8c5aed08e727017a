/** Verification of published bytes over HTTP(S). @module */
import { PermafrostError } from "../kernel/error.ts";
import { type Finding, sortFindings } from "../kernel/finding.ts";
import type { FrozenFile } from "../kernel/manifest.ts";
import { locateFile, readOrigin } from "./publication_address.ts";
import { differ, openSession, type PublicationBounds } from "./publication_fetch.ts";

export type { PublicationBounds };

/** What {@linkcode checkPublication} is asked. */
export interface PublicationRequest {
  /** The folder's address as typed: `https://host/folder/`, or `http:` on a loopback host. */
  readonly origin: string;
  /** Every file to compare; the caller adds manifest.json itself. */
  readonly files: readonly FrozenFile[];
  /** The address that the frozen protocol names; null or absent when it names none. */
  readonly allowedOrigin?: string | null;
  /** How patient to be. */
  readonly bounds?: PublicationBounds;
  /** Stops the check; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** What {@linkcode checkPublication} saw: each file is either in one finding or among the fetched. */
export interface PublicationReport {
  /** What differs, in the order of {@linkcode sortFindings}. */
  readonly findings: Finding[];
  /** The files whose published bytes are the frozen ones, in the order of the request. */
  readonly fetched: (FrozenFile & { readonly url: string })[];
  /** Whether the origin is a loopback address, which shows nothing about what is public. */
  readonly rehearsal: boolean;
}

type Target = PublicationReport["fetched"][number];

/**
 * Fetches every file below an origin and compares it with its frozen size and SHA-256. Refuses, before any
 * request, what {@linkcode readOrigin} refuses, and an origin other than `allowedOrigin`, both normalised; a
 * loopback origin is a rehearsal and may differ. Follows no redirect, sends no credentials, keeps no body, and
 * reads none beyond the frozen size. A body that is encoded, though only plain bytes were asked for, is a finding
 * whatever is inside. `http:` goes straight to loopback, `https:` through the environment's proxy, if any.
 *
 * @returns At most one finding a file; what cannot be told of one file stops the others and is thrown.
 * @throws {PermafrostError} `publication-origin`; `path-invalid` for a path that is malformed or there twice;
 * `publication-unreachable`; `publication-timeout` beyond a bound; `usage` for a bound that is out of range.
 */
export async function checkPublication(request: PublicationRequest): Promise<PublicationReport> {
  const { files, allowedOrigin, bounds, signal } = request;
  const origin = readOrigin(request.origin, "this origin");
  const { href, loopback } = origin;
  const allowed = readOrigin(allowedOrigin ?? href, "the protocol's publication.origin").href;
  if (!loopback && href !== allowed) {
    const state = `the protocol names ${allowed}; use that, or a loopback server to rehearse`;
    throw new PermafrostError("publication-origin", `Cannot fetch from ${href}: ${state}`);
  }
  const targets = targetsOf(files, (path) => locateFile(origin, path));
  using session = openSession(origin, { bounds, signal });
  const judged = new Map<Target, Finding | null>();
  await session.each(targets, async (file) => {
    const { path, bytes, url, sha256: expected } = file;
    const fetched = await session.fetch({ path, bytes, url });
    if ("code" in fetched) judged.set(file, fetched);
    else {
      const { sha256 } = fetched;
      const finding = sha256 === expected
        ? null
        : differ("published-changed", path, { expected: { sha256: expected }, observed: { sha256 } });
      judged.set(file, finding);
    }
  });
  const findings = sortFindings([...judged.values()].filter((finding) => finding !== null));
  return { findings, fetched: targets.filter((file) => judged.get(file) === null), rehearsal: loopback };
}

function targetsOf(files: readonly FrozenFile[], locate: (path: string) => string): Target[] {
  const seen = new Set<string>();
  return files.map(({ path, bytes, sha256 }): Target => {
    if (seen.has(path)) {
      throw new PermafrostError("path-invalid", `Cannot fetch ${path}: it is listed twice`, { at: path });
    }
    seen.add(path);
    return { path, bytes, sha256, url: locate(path) };
  });
}
