/** BagIt bags (RFC 8493): what is written, version 1.0, and what is read, versions 0.93 to 1.0. @module */
import { PermafrostError } from "../../kernel/error.ts";
import type { Finding } from "../../kernel/finding.ts";
import { sortFindings } from "../../kernel/finding.ts";
import { compareBytes, freezeNameProblem } from "../../kernel/relative_path.ts";

/** A file with its digest. */
export interface BagFile {
  /** Its path from the bag's folder on. */ readonly path: string;
  /** Its size. */ readonly bytes: number;
  /** SHA-256, lower case. */ readonly sha256: string;
}

/** The bag's version as this project writes it. */
export const BAGIT_TXT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/** The text of a manifest: a line a file, by the byte order of paths, as `sha256sum` reads it. Percent signs and line ends
 * in paths are escaped as RFC 8493 wants; names that a freeze takes have none. */
export function manifestText(files: readonly Pick<BagFile, "path" | "sha256">[]): string {
  return files.toSorted((one, other) => compareBytes(one.path, other.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
}

/** The text of bag-info.txt; names in a fixed order. */
export function bagInfoText(
  info: { date: string; payload: readonly BagFile[]; agent: string; identifier: string },
): string {
  const bytes = info.payload.reduce((sum, file) => sum + file.bytes, 0);
  return [
    `Bagging-Date: ${info.date}`,
    `Bag-Software-Agent: ${info.agent}`,
    `External-Identifier: ${info.identifier}`,
    `Payload-Oxum: ${bytes}.${info.payload.length}`,
  ].join("\n") + "\n";
}

/** The tag files of a bag that are read: their texts by name. */
export type TagTexts = ReadonlyMap<string, string>;

const VERSIONS = ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"];
const MANIFEST = /^(tag)?manifest-([a-z0-9]+)\.txt$/;

/** Compares what a bag's tag files say with the files that are there (paths from the bag's folder on). What is missing,
 * changed or extra is a finding; what makes the bag no bag that can be told is an error: no or another declaration, no
 * SHA-256 manifest, malformed lines, paths outside, fetch.txt, a wrong Payload-Oxum, a tag manifest missing in 1.0 as
 * this project writes it is a finding.
 * @throws {PermafrostError} archive-invalid; `at` is the file, with the line where there is one. */
export function checkBag(files: readonly BagFile[], tags: TagTexts): Finding[] {
  checkDeclaration(tags);
  if (files.some(({ path }) => path === "fetch.txt")) throw refuse("fetch.txt", "it wants to fetch files");
  const known = new Map(files.map((file) => [file.path, file])), findings: Finding[] = [];
  const names = [...tags.keys()].filter((name) => MANIFEST.test(name));
  for (const prefix of ["manifest", "tagmanifest"] as const) {
    const name = `${prefix}-sha256.txt`, text = tags.get(name);
    if (text === undefined) {
      if (prefix === "manifest") throw refuse(name, "the bag has no manifest of SHA-256");
      findings.push({ code: "missing", at: name, expected: "a manifest of the tag files", observed: null });
      continue;
    }
    const listed = readManifest(name, text, { isPayload: prefix === "manifest" });
    for (const [path, sha256] of listed) {
      const found = known.get(path);
      if (found === undefined) findings.push({ code: "missing", at: path, expected: sha256, observed: null });
      else if (found.sha256 !== sha256) {
        findings.push({ code: "changed", at: path, expected: sha256, observed: found.sha256 });
      }
    }
    for (const { path, sha256 } of files) {
      const belongs = prefix === "manifest"
        ? path.startsWith("data/")
        : !path.startsWith("data/") && !path.startsWith("tagmanifest-");
      if (belongs && !listed.has(path)) findings.push({ code: "extra", at: path, expected: null, observed: sha256 });
    }
  }
  const other = names.find((name) => !name.endsWith("-sha256.txt"));
  if (other !== undefined && !tags.has(other.replace(MANIFEST, "$1manifest-sha256.txt"))) {
    throw refuse(other, "only SHA-256 is read");
  }
  checkOxum(files, tags.get("bag-info.txt") ?? "");
  return sortFindings(findings);
}

function checkDeclaration(tags: TagTexts): void {
  const [, version = ""] =
    /^BagIt-Version: (\d+\.\d+)\r?\nTag-File-Character-Encoding: UTF-8\r?\n?$/.exec(tags.get("bagit.txt") ?? "") ?? [];
  if (!VERSIONS.includes(version)) throw refuse("bagit.txt", "it declares no version of BagIt that is read, in UTF-8");
}

function readManifest(name: string, text: string, { isPayload }: { isPayload: boolean }): Map<string, string> {
  const listed = new Map<string, string>();
  text.split(/\r\n|\r|\n/).forEach((line, at) => {
    if (line === "") return;
    const place = `${name}#${at + 1}`,
      [, sha256 = "", written = ""] = /^([0-9a-fA-F]{64})[ \t]+\*?(?:\.\/)?(.+)$/.exec(line) ?? [];
    if (sha256 === "") throw refuse(place, "a line is no digest with a path");
    const path = written.replace(/%(0[aAdD]|25)/g, (code) => decodeURIComponent(code));
    const problem = freezeNameProblem(path);
    if (problem !== null) throw refuse(place, `the path ${JSON.stringify(path)} cannot be used: ${problem}`);
    if (path.startsWith("data/") !== isPayload) throw refuse(place, "a path belongs into the other manifest");
    if (listed.has(path)) throw refuse(place, `${path} is listed twice`);
    listed.set(path, sha256.toLowerCase());
  });
  return listed;
}

function checkOxum(files: readonly BagFile[], info: string): void {
  const [, bytes, count] = /^Payload-Oxum: *(\d+)\.(\d+) *$/mi.exec(info) ?? [];
  if (bytes === undefined) return;
  const payload = files.filter(({ path }) => path.startsWith("data/"));
  const sum = payload.reduce((total, file) => total + file.bytes, 0);
  if (Number(bytes) !== sum || Number(count) !== payload.length) {
    throw refuse("bag-info.txt", `Payload-Oxum says ${bytes}.${count}, and there are ${sum}.${payload.length}`);
  }
}

function refuse(at: string, state: string): PermafrostError {
  return new PermafrostError("archive-invalid", `Cannot take the bag: ${at}: ${state}`, { at });
}
