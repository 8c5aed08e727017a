/** The tag files of a bag (RFC 8493), as they are read: declaration, manifests and bag-info.txt. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { freezeNameProblem } from "../../kernel/relative_path.ts";
import { firstTwin } from "./tar_limits.ts";

/** The tag files of a bag that are read: their texts by name. */
export type TagTexts = ReadonlyMap<string, string>;

/** The digests that manifests are read in, with their length in hexadecimal digits. */
export const BAG_ALGORITHMS = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;

/** One of {@linkcode BAG_ALGORITHMS}. */
export type BagAlgorithm = keyof typeof BAG_ALGORITHMS;

/** A manifest: what it covers, in which digest, and the digests in lower case by path. */
export interface BagManifest {
  /** The file's name. */ readonly name: string;
  /** Payload files, or tag files. */ readonly covers: "payload" | "tags";
  /** Its digest. */ readonly algorithm: BagAlgorithm;
  /** The digests by path. */ readonly listed: ReadonlyMap<string, string>;
}

const VERSIONS = ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"];
const LINE_END = /\r\n|\r|\n/;

/** Reads bagit.txt and gives the version.
 * @throws {PermafrostError} archive-invalid: it is missing, starts with a byte order mark, or declares another version or
 * another encoding than UTF-8. */
export function bagVersion(tags: TagTexts): string {
  const lines = (tags.get("bagit.txt") ?? "").split(LINE_END), [first = "", second = "", ...rest] = lines;
  const [, version = ""] = /^BagIt-Version: *(\d+\.\d+) *$/.exec(first) ?? [];
  const isRead = VERSIONS.includes(version) && /^Tag-File-Character-Encoding: *UTF-8 *$/i.test(second) &&
    rest.every((line) => line === "");
  if (isRead) return version;
  throw refuseBag("bagit.txt", "it declares no version of BagIt that is read, in UTF-8");
}

/** Reads every manifest of payload and tag files.
 * @throws {PermafrostError} archive-invalid: a digest is not known, a line is malformed, or a path cannot be used, belongs
 * into the other kind of manifest, or is there twice, plainly or under another spelling. */
export function readManifests(tags: TagTexts): BagManifest[] {
  return [...tags].flatMap(([name, text]): BagManifest[] => {
    const [, prefix, algorithm = ""] = /^(tag)?manifest-(.+)\.txt$/.exec(name) ?? [];
    if (algorithm === "") return [];
    if (!Object.hasOwn(BAG_ALGORITHMS, algorithm)) throw refuseBag(name, "its digest is not one that is read");
    const covers = prefix === undefined ? "payload" : "tags", known = algorithm as BagAlgorithm;
    return [{ name, covers, algorithm: known, listed: readManifest(name, text, { covers, algorithm: known }) }];
  });
}

function readManifest(
  name: string,
  text: string,
  { covers, algorithm }: Pick<BagManifest, "covers" | "algorithm">,
): Map<string, string> {
  const listed = new Map<string, string>(), digits = BAG_ALGORITHMS[algorithm];
  text.split(LINE_END).forEach((line, at) => {
    if (line === "") return;
    const place = `${name}#${at + 1}`,
      [, digest = "", path = ""] = /^([0-9a-fA-F]+)[ \t]+\*?(?:\.\/)?(.+)$/.exec(line) ?? [];
    if (digest.length !== digits) throw refuseBag(place, "a line is no digest with a path");
    // A percent sign is an escape in version 1.0 and itself before; what either gives is no name that a freeze takes.
    const problem = freezeNameProblem(path);
    if (problem !== null) throw refuseBag(place, `the path ${JSON.stringify(path)} cannot be used: ${problem}`);
    if (path.startsWith("data/") !== (covers === "payload")) {
      throw refuseBag(place, "a path belongs into the other manifest");
    }
    if (listed.has(path)) throw refuseBag(place, `${path} is listed twice`);
    listed.set(path, digest.toLowerCase());
  });
  const twin = firstTwin([...listed.keys()]);
  if (twin !== null) throw refuseBag(name, `${twin} is listed under two spellings, or below a file`);
  return listed;
}

/** Reads bag-info.txt, or package-info.txt as versions 0.93 and 0.94 call it: labels with their values, in order. Labels
 * may repeat; lines that start with white space continue the one above.
 * @throws {PermafrostError} archive-invalid: a line has no label. */
export function readBagInfo(tags: TagTexts, version: string): { name: string; entries: [string, string][] } {
  const name = version < "0.95" && tags.has("package-info.txt") ? "package-info.txt" : "bag-info.txt";
  const entries: [string, string][] = [];
  (tags.get(name) ?? "").split(LINE_END).forEach((line, at) => {
    if (line.trim() === "") return;
    const last = entries.at(-1), [, label, value = ""] = /^([^\s:][^:]*):(.*)$/.exec(line) ?? [];
    if (/^[ \t]/.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim();
    else if (label !== undefined) entries.push([label.trim(), value.trim()]);
    else throw refuseBag(`${name}#${at + 1}`, "a line has no label");
  });
  return { name, entries };
}

/** An error about a bag. */
export function refuseBag(at: string, state: string): PermafrostError {
  return new PermafrostError("archive-invalid", `Cannot take the bag: ${at}: ${state}`, { at });
}
