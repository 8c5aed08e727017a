/** A published experiment, fetched by nothing but its address. @module */
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { toFileError } from "../../kernel/file_read.ts";
import { type Finding, sortFindings } from "../../kernel/finding.ts";
import { type FrozenFile, type ReadManifest, readManifest } from "../../kernel/manifest.ts";
import { locateFile, type PublicationOrigin } from "../publication_address.ts";
import { differ, type FetchSession, openSession } from "../publication_fetch.ts";
import { createFile } from "./fetched_file.ts";
import { placeKernel } from "./kernel_copy.ts";
import { readRemoteAddress } from "./remote_address.ts";
import { refuseExcess, REMOTE_DEFAULTS, type RemoteBounds } from "./remote_bounds.ts";

/** What {@linkcode fetchExperiment} is asked. */
export interface RemoteRequest {
  /** The address of manifest.json or of its folder, as typed. */
  readonly address: string;
  /** An empty folder; nothing is written outside of it. */
  readonly folder: string;
  /** The SHA-256 that the manifest must have, in lower-case hex; null where nothing pins it. */
  readonly expect?: string | null;
  /** The bounds that differ from {@linkcode REMOTE_DEFAULTS}. */
  readonly bounds?: RemoteBounds;
  /** Stops it; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** What came of it. */
export interface RemoteReport {
  /** The folder's address, normalised. */
  readonly origin: string;
  /** Whether that is a loopback address, which shows nothing about what is public. */
  readonly rehearsal: boolean;
  /** The experiment's id; null where there is no manifest that could be taken. */
  readonly id: string | null;
  /** The SHA-256 of the published manifest; null where the server gave none. */
  readonly manifestSha256: string | null;
  /** The experiment, `experiments/ID` in the folder; null beside findings. */
  readonly experiment: string | null;
  /** What was fetched and matched, manifest.json first; empty beside findings. */
  readonly files: readonly FrozenFile[];
  /** What differs, sorted. */
  readonly findings: readonly Finding[];
}

const MANIFEST = "manifest.json";

/**
 * Fetches manifest.json and every file that it lists into `experiments/ID` of a folder, and this installation's kernel
 * modules beside it where the files import them by `../../kernel/`. Before the first file is asked for, the manifest must
 * be the expected one, a manifest by the rules of {@linkcode readManifest}, and within the bounds. Each file must have
 * the size and the SHA-256 that it lists; at the end the manifest is fetched again and must be the same. Follows no
 * redirect and asks nothing of another origin, since addresses are made of the folder's and of plain relative paths.
 * What was fetched before a finding or an error stays in the folder, for the caller to delete.
 *
 * @throws {PermafrostError} `publication-origin`, `publication-unreachable`, `publication-timeout`, `manifest-invalid`,
 * `json-*`, `file-too-large` (the manifest), `tree-too-large` (its files), `usage` for a bound out of range, `file-*`.
 */
export async function fetchExperiment(request: RemoteRequest): Promise<RemoteReport> {
  const { folder, expect = null, signal } = request;
  const { maxManifestBytes, maxFiles, maxBytes, ...patience } = { ...REMOTE_DEFAULTS, ...request.bounds };
  const origin = readRemoteAddress(request.address);
  const base = { origin: origin.href, rehearsal: origin.loopback, id: null, experiment: null, files: [] };
  using session = openSession(origin, { bounds: patience, signal });
  const target = { path: MANIFEST, url: locateFile(origin, MANIFEST), bytes: null, maxBytes: maxManifestBytes };
  const staged = join(folder, "fetched");
  const own = await keep(staged, MANIFEST, (take) => session.fetch(target, take));
  if ("code" in own) return { ...base, manifestSha256: null, findings: [own] };
  const { sha256: manifestSha256 } = own;
  if (expect !== null && manifestSha256 !== expect) {
    const other = differ("published-changed", MANIFEST, {
      expected: { sha256: expect },
      observed: { sha256: manifestSha256 },
    });
    return { ...base, manifestSha256, findings: [other] };
  }
  const { manifest } = readManifest(staged) as ReadManifest; // the file was written just now
  refuseExcess(manifest, { maxFiles, maxBytes });
  const { id } = manifest, known = { ...base, id, manifestSha256 };
  const experiment = join(folder, "experiments", id);
  takePlace(staged, experiment, join(folder, "experiments"));
  const findings = await fetchFiles(manifest.files, { session, origin, experiment });
  if (findings.length > 0) return { ...known, findings: sortFindings(findings) };
  const again = await session.fetch(target);
  if ("code" in again || again.sha256 !== manifestSha256) {
    const finding = "code" in again ? again : differ("published-changed", MANIFEST, {
      expected: { sha256: manifestSha256 },
      observed: { sha256: again.sha256 },
    });
    return { ...known, findings: [finding] };
  }
  placeKernel(folder, { experiment, files: manifest.files });
  return { ...known, experiment, files: [{ path: MANIFEST, ...own }, ...manifest.files], findings: [] };
}

/** Fetches into a new file. */
async function keep<T>(folder: string, path: string, work: (take: (piece: Uint8Array) => void) => Promise<T>) {
  using file = createFile(folder, path);
  return await work(file.write);
}

function takePlace(from: string, to: string, parent: string): void {
  try {
    mkdirSync(parent, { recursive: true });
    renameSync(from, to);
  } catch (error) {
    throw toFileError(error, { verb: "write", at: "experiments", otherwise: "file-write" });
  }
}

/** Fetches the files into the experiment's folder and compares them; at most one finding a file. */
async function fetchFiles(
  files: readonly FrozenFile[],
  { session, origin, experiment }: { session: FetchSession; origin: PublicationOrigin; experiment: string },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  await session.each(files, async ({ path, bytes, sha256 }) => {
    const fetchInto = (take: (piece: Uint8Array) => void) =>
      session.fetch({ path, bytes, url: locateFile(origin, path) }, take);
    const fetched = await keep(experiment, path, fetchInto);
    if ("code" in fetched) findings.push(fetched);
    else if (fetched.sha256 !== sha256) {
      findings.push(differ("published-changed", path, { expected: { sha256 }, observed: { sha256: fetched.sha256 } }));
    }
  });
  return findings;
}
