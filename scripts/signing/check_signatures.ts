/** Checks every signature, attestation and timestamp of an experiment or archive against the trust that is given. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { readManifest } from "../../kernel/manifest.ts";
import { parseAllowedSigners } from "./allowed_signers.ts";
import { type BundleVerdict, checkBundle } from "./check_bundle.ts";
import { checkTimes, type SeenToken } from "./check_times.ts";
import { MAX_BUNDLE_BYTES } from "./dsse.ts";
import type { Ed25519Key } from "./ed25519_key.ts";
import { knownResults } from "./known_results.ts";
import { refusal, type SignatureFinding, sortSignatureFindings } from "./signature_finding.ts";
import {
  homeOf,
  listSignatures,
  type SignatureFile,
  type SignatureKind,
  type SigningPlace,
} from "./signature_files.ts";
import { MAX_SIGNATURE_BYTES } from "./ssh_signature.ts";
import { verifySsh } from "./ssh_verify.ts";
import { MAX_TIMESTAMP_BYTES } from "./timestamp_fetch.ts";

/** Whom the user trusts. What is absent vouches for nothing: a key inside a signature or a bundle never does. */
export interface SignatureTrust {
  /** The bytes of a file of allowed signers; null leaves SSH signatures unchecked. */
  readonly allowedSigners: Uint8Array<ArrayBuffer> | null;
  /** The principal that SSH signatures must be by; null takes any that is allowed. */
  readonly principal: string | null;
  /** Keys of statements; none leaves statements unchecked. */
  readonly publicKeys: readonly Ed25519Key[];
  /** Roots of timestamp authorities, as PEM; null leaves timestamps unchecked. */
  readonly roots: Uint8Array<ArrayBuffer> | null;
  /** The time at which allowed signers must be valid, in milliseconds since 1970. */
  readonly atMs: number;
}

/** What became of one signature. */
export interface CheckedSignature extends Pick<SignatureFile, "at" | "kind"> {
  /** `unchecked`: no trust of its kind was given. */
  readonly state: "verified" | "refused" | "unchecked";
  /** Who vouches for it; null unless it is verified. */
  readonly by: string | null;
  /** What it is or says, or why it is refused; null where nothing is to be said. */
  readonly says: string | null;
}

/** What {@linkcode checkSignatures} saw. */
export interface SignatureReport {
  /** What does not hold, sorted. */
  readonly findings: readonly SignatureFinding[];
  /** Every signature that is there, by name. */
  readonly signatures: readonly CheckedSignature[];
}

const MAX_BYTES = { ssh: MAX_SIGNATURE_BYTES, dsse: MAX_BUNDLE_BYTES, rfc3161: MAX_TIMESTAMP_BYTES };

/** What one place adds to a report. */
interface PlaceReport extends SignatureReport {
  /** The kinds of which something verified covers the manifest, the archive, or a result of this manifest. */
  readonly covered: ReadonlySet<SignatureKind>;
}

/**
 * Checks what is there against the trust that is given, and nothing else: a signature is trusted for no key that it
 * brings along. Of each kind for which trust is given, every signature must verify, and one at least must cover the
 * manifest or the archive (a statement: a result of this manifest); the others are listed as unchecked. Tokens are
 * compared with what the manifest and the results say of their own times, statements with the files that they are
 * about.
 *
 * @param places An experiment, a file that stands alone, or both, such as an archive and what was unpacked from it.
 * @throws {PermafrostError} `signature-invalid` for trust that cannot be read; `unavailable` where ssh-keygen or
 * openssl is needed and missing; `manifest-missing` for a draft; manifest-*, file-*, `tree-too-large`.
 */
export async function checkSignatures(
  places: SigningPlace | readonly SigningPlace[],
  trust: SignatureTrust,
): Promise<SignatureReport> {
  if (trust.allowedSigners !== null) parseAllowedSigners(trust.allowedSigners); // here a fault is the user's
  const wanted: ReadonlySet<SignatureKind> = new Set<SignatureKind>([
    ...(trust.publicKeys.length > 0 ? ["dsse" as const] : []),
    ...(trust.roots === null ? [] : ["rfc3161" as const]),
    ...(trust.allowedSigners === null ? [] : ["ssh" as const]),
  ]);
  const reports: PlaceReport[] = [];
  for (const place of [places].flat()) reports.push(await checkPlace(place, { trust, wanted }));
  const findings = reports.flatMap((report) => report.findings);
  for (const kind of wanted) {
    if (reports.some(({ covered }) => covered.has(kind))) continue;
    findings.push({ code: "signature-missing", at: kind, expected: "at least one that verifies", observed: null });
  }
  return { findings: sortSignatureFindings(findings), signatures: reports.flatMap(({ signatures }) => signatures) };
}

async function checkPlace(
  place: SigningPlace,
  { trust, wanted }: { trust: SignatureTrust; wanted: ReadonlySet<SignatureKind> },
): Promise<PlaceReport> {
  const manifest = place.kind === "experiment" ? readManifest(place.folder) : null;
  if (place.kind === "experiment" && manifest === null) {
    const message = "Cannot check signatures: the experiment is a draft; freeze it, and sign what was frozen";
    throw new PermafrostError("manifest-missing", message, { at: "manifest.json" });
  }
  const { subject } = homeOf(place), results = knownResults(place), tokens: SeenToken[] = [];
  const findings: SignatureFinding[] = [], signatures: CheckedSignature[] = [], covered = new Set<SignatureKind>();
  for (const file of listSignatures(place)) {
    const { at, kind, target } = file;
    if (!wanted.has(kind)) {
      signatures.push({ at, kind, state: "unchecked", by: null, says: "no trust of its kind was given" });
      continue;
    }
    const judged = await judgeOne(file, (bytes) => {
      if (kind === "dsse") return checkBundle(bytes, { at, keys: trust.publicKeys, results, manifest });
      if (target === null) return refusal("target", "no file of the name before its end is there");
      return kind === "ssh"
        ? verifySsh({ text: bytes, path: target }, { ...trust, allowedSigners: trust.allowedSigners! })
        : judgeToken({ bytes, path: target, at }, { roots: trust.roots!, tokens });
    });
    if (judged.ok) {
      signatures.push({ at, kind, state: "verified", by: judged.by, says: judged.says ?? null });
      findings.push(...judged.findings ?? []);
      const isTrue = !(judged.findings ?? []).some(({ code }) => code === "statement-differs");
      if (kind === "dsse" ? isTrue : target === subject) covered.add(kind);
    } else {
      const { reason, says } = judged;
      signatures.push({ at, kind, state: "refused", by: null, says });
      findings.push({ code: "signature-refused", at, expected: null, observed: { reason, says } });
    }
  }
  findings.push(...checkTimes(tokens, { place, manifest, results }));
  return { findings, signatures, covered };
}

/** Verifies a token, and keeps it among the `tokens` whose times are compared. */
async function judgeToken(
  { bytes, path, at }: { bytes: Uint8Array<ArrayBuffer>; path: string; at: string },
  { roots, tokens }: { roots: Uint8Array<ArrayBuffer>; tokens: SeenToken[] },
): Promise<BundleVerdict> {
  const { verifyTimestamp } = await import("./timestamp_verify.ts"); // with its libraries, only where it is needed
  const verdict = await verifyTimestamp(bytes, { path, roots });
  if (!verdict.ok) return verdict;
  tokens.push({ at, path, token: verdict.token });
  return { ...verdict, says: `as of ${new Date(verdict.token.timeMs).toISOString()}` };
}

async function judgeOne(
  { path, at, kind }: SignatureFile,
  judge: (bytes: Uint8Array<ArrayBuffer>) => Promise<BundleVerdict> | BundleVerdict,
): Promise<BundleVerdict> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = readBounded(path, { maxBytes: MAX_BYTES[kind], at });
  } catch (error) {
    return refuseFault(error, /^file-/);
  }
  try {
    return await judge(bytes);
  } catch (error) {
    return refuseFault(error, /^(signature-invalid|timestamp-invalid|json-)/);
  }
}

/** Makes a refusal of a fault of the signature's own; anything else cannot tell, and goes on. */
function refuseFault(error: unknown, codes: RegExp): BundleVerdict {
  const isOwn = error instanceof PermafrostError && codes.test(error.code);
  if (!isOwn) throw error;
  return refusal("malformed", `${error.message} [${error.code}]`);
}
