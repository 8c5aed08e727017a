/** From what was typed to what is signed, and where its signature goes. @module */
import { lstatSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { sha256File } from "../../kernel/digest.ts";
import type { Finding } from "../../kernel/finding.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { writeExclusive } from "../../kernel/file_write.ts";
import { check } from "../../kernel/manifest.ts";
import { parallelDigest } from "../parallel_digest.ts";
import { homeOf, signaturePlace, type SigningPlace } from "../signing/signature_files.ts";
import { isExperiment, locateExperiment } from "./locate.ts";
import { checkResultsFolder, outputPlace } from "./result_place.ts";

/**
 * Finds what an operand means: the path of a plain file, taken as it is, or an experiment, whose manifest is meant.
 * The path of an experiment's manifest means the experiment.
 *
 * @throws {PermafrostError} file-missing, file-kind.
 */
export function locateSigned(operand: string, cwd: string): SigningPlace {
  const path = resolve(cwd, operand);
  if (!isFile(path)) return { kind: "experiment", folder: locateExperiment(operand, cwd) };
  const isManifest = basename(path) === "manifest.json" && isExperiment(dirname(path));
  return isManifest ? { kind: "experiment", folder: dirname(path) } : { kind: "file", path };
}

/**
 * Looks at what is to be signed: an experiment must be frozen and stand; any other file is only itself.
 *
 * @returns The file to sign with the digest that it must have, its name for people, and what stands against signing it.
 * @throws {PermafrostError} manifest-missing for a draft, and what a check can throw.
 */
export async function inspectSigned(
  place: SigningPlace,
): Promise<{ subject: string; sha256: string; name: string; findings: readonly Finding[] }> {
  const { subject } = homeOf(place);
  if (place.kind === "file") {
    return { subject, sha256: sha256File(subject).sha256, name: basename(subject), findings: [] };
  }
  const { id, manifestSha256, findings } = await check(place.folder, { digest: parallelDigest });
  if (manifestSha256 !== null) return { subject, sha256: manifestSha256, name: `the manifest of ${id}`, findings };
  const message = `Cannot sign ${id}: it is a draft; freeze it, and sign what was frozen`;
  throw new PermafrostError("manifest-missing", message, { at: "manifest.json" });
}

/**
 * Chooses where a signature goes, before anything is asked of a key: `--output`, or else beside what it is of.
 *
 * @param place What is signed.
 * @param options `end` is the end of the name, `output` what was typed, `cwd` where relative paths start.
 * @throws {PermafrostError} file-exists and others of {@linkcode outputPlace}; path-invalid beside a frozen file; usage
 * for a name with another end.
 */
export function chooseSignaturePlace(
  place: SigningPlace,
  { end, output, cwd }: { end: string; output: string | undefined; cwd: string },
): string {
  const folder = place.kind === "experiment" ? place.folder : dirname(place.path);
  if (output !== undefined && !output.endsWith(end)) {
    const message = `Cannot write ${output}: its name must end with ${end}, by which it is found; rename it`;
    throw new PermafrostError("usage", message, { at: "--output" });
  }
  const isFrozen = place.kind === "experiment" || isExperiment(folder);
  if (output !== undefined && isFrozen) return outputPlace(output, { cwd, folder });
  const path = output === undefined ? signaturePlace(place, end) : resolve(cwd, output), at = basename(path);
  if (place.kind === "experiment") {
    checkResultsFolder(folder);
    mkdirSync(dirname(path), { recursive: true });
  } else if (isFrozen) {
    const message = `Cannot put a signature beside ${basename(place.path)}: it is among frozen files; use --output`;
    throw new PermafrostError("path-invalid", message, { at });
  }
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  const state =
    `something is there already, and nothing is overwritten; name another with --output, as NAME.LABEL${end}`;
  throw new PermafrostError("file-exists", `Cannot write ${at}: ${state}`, { at });
}

/**
 * Writes a signature: a new file, for all to read.
 *
 * @throws {PermafrostError} file-exists, file-write.
 */
export function writeSignature(path: string, bytes: Uint8Array): void {
  writeExclusive(path, bytes, { mode: 0o644 });
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
