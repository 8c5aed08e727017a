/** Compares a bag (RFC 8493, versions 0.93 to 1.0) with what its own tag files say of it. @module */
import type { Finding } from "../../kernel/finding.ts";
import { sortFindings } from "../../kernel/finding.ts";
import type { BagFile } from "./bag.ts";
import {
  type BagAlgorithm,
  type BagManifest,
  bagVersion,
  readBagInfo,
  readManifests,
  refuseBag,
  type TagTexts,
} from "./bag_tags.ts";

/** Gives a file's digest in lower case; asked only for files that are there, and not for SHA-256. */
export type BagDigest = (path: string, algorithm: Exclude<BagAlgorithm, "sha256">) => string;

/** Compares what a bag's tag files say with the files that are there (paths from the bag's folder on), in every digest
 * that has a manifest. What is missing, changed or extra is a finding, each file once; so is a missing tag manifest,
 * which RFC 8493 leaves to the bagger: without one, nothing covers the tag files. From 1.0 on each payload manifest must
 * list every payload file; before, one of them. A payload folder without files needs no folder.
 * What makes the bag no bag that can be told is an error: another declaration or encoding, no payload manifest, an
 * unknown digest, malformed lines, paths outside, fetch.txt (nothing is ever fetched), a wrong or repeated Payload-Oxum.
 * @throws {PermafrostError} archive-invalid; `at` is the file, with the line where there is one. */
export function checkBag(files: readonly BagFile[], tags: TagTexts, options: { digest: BagDigest }): Finding[] {
  const version = bagVersion(tags);
  if (files.some(({ path }) => path === "fetch.txt")) throw refuseBag("fetch.txt", "it wants to fetch files");
  const manifests = readManifests(tags), of = Map.groupBy(manifests, ({ covers }) => covers);
  if (!of.has("payload")) throw refuseBag("manifest-sha256.txt", "the bag has no payload manifest");
  checkOxum(files, tags, version);
  const known = new Map(files.map((file) => [file.path, file])), findings = new Map<string, Finding>();
  const add = (finding: Finding): void => void (findings.has(finding.at) || findings.set(finding.at, finding));
  const digestOf = (file: BagFile, algorithm: BagAlgorithm): string =>
    algorithm === "sha256" ? file.sha256 : options.digest(file.path, algorithm);
  for (const { listed, algorithm } of manifests) {
    for (const [path, expected] of listed) {
      const file = known.get(path), observed = file === undefined ? null : digestOf(file, algorithm);
      if (observed !== expected) add({ code: observed === null ? "missing" : "changed", at: path, expected, observed });
    }
  }
  if (!of.has("tags")) {
    add({ code: "missing", at: "tagmanifest-sha256.txt", expected: "a manifest of the tag files", observed: null });
  }
  for (const { path, sha256 } of files) {
    const isPayload = path.startsWith("data/");
    if (!isPayload && path.startsWith("tagmanifest-")) continue;
    const lists = of.get(isPayload ? "payload" : "tags") ?? [], lacks = ({ listed }: BagManifest) => !listed.has(path);
    const isUnlisted = isPayload && version >= "1.0" ? lists.some(lacks) : lists.every(lacks);
    if (lists.length > 0 && isUnlisted) add({ code: "extra", at: path, expected: null, observed: sha256 });
  }
  return sortFindings([...findings.values()]);
}

function checkOxum(files: readonly BagFile[], tags: TagTexts, version: string): void {
  const { name, entries } = readBagInfo(tags, version);
  const [oxum, again] = entries.filter(([label]) => label.toLowerCase() === "payload-oxum");
  if (oxum === undefined) return;
  if (again !== undefined) throw refuseBag(name, "Payload-Oxum is there twice");
  const payload = files.filter(({ path }) => path.startsWith("data/"));
  const sum = payload.reduce((total, file) => total + file.bytes, 0), [, said] = oxum;
  if (said.replace(/^0+(?=\d)/, "") !== `${sum}.${payload.length}`) {
    throw refuseBag(name, `Payload-Oxum says ${JSON.stringify(said)}, and there are ${sum}.${payload.length}`);
  }
}
