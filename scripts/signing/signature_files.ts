/** Where signatures lie, and what each is of. @module */
import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";

/** What can be signed: an experiment's manifest, with its results, or a file that stands alone, such as an archive. */
export type SigningPlace =
  | { readonly kind: "experiment"; readonly folder: string }
  | { readonly kind: "file"; readonly path: string };

/** The kinds of signature by the ends of their names. */
export const SIGNATURE_ENDS = { ssh: ".sig", dsse: ".sigstore.json", rfc3161: ".tsr" } as const;

/** The kinds: SSH signatures, DSSE envelopes in Sigstore bundles, RFC 3161 tokens. */
export type SignatureKind = keyof typeof SIGNATURE_ENDS;

/** A signature's file. */
export interface SignatureFile {
  /** Its path. */
  readonly path: string;
  /** Its name in findings: from the experiment's folder on, or beside the archive. */
  readonly at: string;
  /** What kind it is, by its name. */
  readonly kind: SignatureKind;
  /** The path of the file that it is of, by its name; null where there is none. A statement says it itself. */
  readonly target: string | null;
}

const MAX_SIGNATURES = 1_000;

/**
 * The place of a signature: beside what it is of, but for an experiment's manifest. That one's are in results/, since
 * whatever else is in the folder is frozen.
 */
export function signaturePlace(place: SigningPlace, end: string): string {
  const { home, subject } = homeOf(place);
  return join(home, `${basename(subject)}${end}`);
}

/** The folder that signatures are kept in, the file that is signed, and the beginning of names in findings. */
export function homeOf(place: SigningPlace): { home: string; subject: string; prefix: string } {
  if (place.kind === "file") return { home: dirname(place.path), subject: place.path, prefix: "" };
  return { home: join(place.folder, "results"), subject: join(place.folder, "manifest.json"), prefix: "results/" };
}

/**
 * Lists the signatures of a place, by name. `NAME.sig` and `NAME.tsr` are of the file NAME there, and so are
 * `NAME.LABEL.sig` and `NAME.LABEL.tsr`, so that several can stand side by side. Of a file that stands alone, only
 * its own are listed; of an experiment, all in results/.
 *
 * @throws {PermafrostError} `tree-too-large` beyond 1,000 signatures.
 */
export function listSignatures(place: SigningPlace): SignatureFile[] {
  const { home, subject, prefix } = homeOf(place);
  if (!lstatSync(home, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(home).sort();
  const files = new Map(names.map((name) => [name, join(home, name)]));
  files.set(basename(subject), subject);
  const own = place.kind === "file" ? `${basename(subject)}.` : "";
  const listed = names.filter((name) => name.startsWith(own)).flatMap((name): SignatureFile[] => {
    const [kind, end] = Object.entries(SIGNATURE_ENDS).find(([, end]) => name.endsWith(end)) ?? [];
    if (kind === undefined || end === undefined) return [];
    const stem = name.slice(0, -end.length), target = files.get(stem) ?? files.get(stem.replace(/\.[^.]*$/, ""));
    const isOwn = place.kind === "experiment" || target === subject;
    if (!isOwn) return [];
    return [{ path: join(home, name), at: prefix + name, kind: kind as SignatureKind, target: target ?? null }];
  });
  if (listed.length <= MAX_SIGNATURES) return listed;
  const message = `Cannot check signatures: there are more than ${MAX_SIGNATURES}; give them folders of their own`;
  throw new PermafrostError("tree-too-large", message, { at: prefix || basename(subject) });
}

/** Lists the results of an experiment, by name: the paths of the JSON files in results/ that are no signatures. */
export function listResults(place: SigningPlace): { path: string; at: string }[] {
  const { home, prefix } = homeOf(place);
  if (place.kind === "file" || !lstatSync(home, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(home).sort().filter((name) => name.endsWith(".json") && !name.endsWith(SIGNATURE_ENDS.dsse))
    .map((name) => ({ path: join(home, name), at: prefix + name }));
}
