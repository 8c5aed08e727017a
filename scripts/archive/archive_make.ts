/** Makes the archive of an experiment: a tar of a bag of everything that a stranger needs. @module */
import { join } from "node:path";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import type { Finding } from "../../kernel/finding.ts";
import { readProtocol } from "../../kernel/protocol.ts";
import { compareBytes } from "../../kernel/relative_path.ts";
import { readResult } from "../../kernel/result.ts";
import config from "../../deno.json" with { type: "json" };
import { bagInfoText, BAGIT_TXT, manifestText } from "./bag.ts";
import { type Archived, citationText, readmeText, roCrateText } from "./metadata.ts";
import { collectPayload, fileOf, type Payload, type PayloadFile, PROJECT_ROOT, resultPlace } from "./payload.ts";
import { tarFault } from "./tar_limits.ts";
import { type TarSource, writeTar } from "./tar_write.ts";
import { archiveConfig, vendoredFiles } from "./vendor.ts";

/** An archive that was written, or why none was. */
export interface ArchiveReport {
  /** The experiment's id. */ readonly id: string;
  /** The digest of its manifest. */ readonly manifestSha256: string;
  /** What is not as it was frozen; then nothing is written. */ readonly findings: readonly Finding[];
  /** What was written; null: nothing. */
  readonly written: { readonly sha256: string; readonly bytes: number; readonly files: number } | null;
}

/** Archives a frozen experiment to a place where nothing is. The same experiment, project and results give the same bytes,
 * on any machine and under any umask.
 * @param options `results`: paths of results of this manifest, with what is signed of them beside.
 * @throws {PermafrostError} manifest-missing, unavailable, usage, file-*, result-invalid, archive-invalid. */
export async function makeArchive(
  folder: string,
  options: { output: string; results: readonly string[]; at?: string },
): Promise<ArchiveReport> {
  const payload = await collectPayload(folder, options), { id, manifestSha256, findings } = payload;
  if (findings.length > 0) return { id, manifestSha256, findings, written: null };
  const files = [...payload.files, ...await vendoredFiles(), fileOf(join(PROJECT_ROOT, "deno.lock"), "deno.lock")];
  const sources = bagSources(await describe(folder, { payload, files, results: options.results }));
  const written = writeTar(options.output, sources, options.at === undefined ? {} : { at: options.at });
  return { id, manifestSha256, findings, written: { ...written, files: sources.length } };
}

async function describe(
  folder: string,
  what: { payload: Payload; files: readonly PayloadFile[]; results: readonly string[] },
): Promise<Archived> {
  const { id, manifestSha256, frozenOn } = what.payload, { document } = await readProtocol(folder);
  const { question = id, authors = [] } = document;
  const results = new Map(
    what.results.map((path) => [resultPlace(id, path), path] as const)
      .sort(([one], [other]) => compareBytes(one, other)).map(([place, path]) => [place, readResult(path)]),
  );
  return {
    ...{ id, manifestSha256, frozenOn, results, version: config.version },
    question: typeof question === "string" && question !== "" ? question : id,
    authors: Array.isArray(authors)
      ? authors.filter((name): name is string => typeof name === "string" && name !== "")
      : [],
    files: what.files.toSorted((one, other) => compareBytes(one.path, other.path)),
  };
}

/** The files of the bag, all in one folder named after the experiment.
 * @throws {PermafrostError} archive-invalid: it has names or sizes that no reader of archives would take. */
export function bagSources(archived: Archived): TarSource[] {
  const { id, files, frozenOn, manifestSha256, version } = archived;
  const words = [
    textSource("deno.json", archiveConfig()),
    textSource("README.md", readmeText(archived)),
    textSource("CITATION.cff", citationText(archived)),
  ];
  const crate = textSource("ro-crate-metadata.json", roCrateText(archived, [...files, ...words]));
  const payload = [...files, ...words, crate].map((file) => ({ ...file, path: `data/${file.path}` }));
  const tags = [
    textSource("bagit.txt", BAGIT_TXT),
    textSource(
      "bag-info.txt",
      bagInfoText({
        ...{ date: frozenOn, payload, agent: `Permafrost ${version}` },
        identifier: `sha256:${manifestSha256}`,
      }),
    ),
    textSource("manifest-sha256.txt", manifestText(payload)),
  ];
  const all = [...payload, ...tags, textSource("tagmanifest-sha256.txt", manifestText(tags))]
    .map((source) => ({ ...source, path: `${id}/${source.path}` }));
  const fault = tarFault(all);
  if (fault === null) return all;
  throw new PermafrostError("archive-invalid", `Cannot archive ${id}: ${fault.state}`, { at: fault.at });
}

function textSource(path: string, text: string): TarSource & { sha256: string } {
  const from = new TextEncoder().encode(text);
  return { path, from, bytes: from.length, sha256: sha256Hex(from), isExecutable: false };
}
