/** `permafrost check`. @module */
import { join, resolve } from "node:path";
import { type Finding, sortFindings } from "../../kernel/finding.ts";
import { readJsonFile } from "../../kernel/json_file.ts";
import { check } from "../../kernel/manifest.ts";
import { parallelDigest } from "../parallel_digest.ts";
import type { Call } from "./command.ts";
import { counted, findingsText } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { colors, labelled, printJson } from "./terminal.ts";

/** Checks of an experiment's own data that run nothing of it; for this repository's own experiments only. */
export const STRUCTURE: { readonly [id: string]: (folder: string) => Promise<Finding[]> } = {
  "fence-v1": async (folder) => {
    const { structureFindings } = await import("../../experiments/fence-v1/corpus.ts");
    const { value } = readJsonFile(join(folder, "cases.json"), { maxBytes: 16_777_216, at: "cases.json" });
    return structureFindings(value).map(({ at, problem }) => ({
      code: "structure",
      at: `cases.json#${at}`,
      expected: null,
      observed: problem,
    }));
  },
};

/** Compares an experiment's present bytes with its frozen ones, and its data with their declared structure. */
export async function runCheck({ operands: [operand = ""], flags, io }: Call): Promise<0 | 1> {
  const folder = locateExperiment(operand, io.cwd);
  const { id, manifestSha256, files, findings } = await check(folder, { digest: parallelDigest });
  const isOwn = import.meta.dirname !== undefined && folder === resolve(import.meta.dirname, "../../experiments", id);
  const checkStructure = isOwn && findings.length === 0 && Object.hasOwn(STRUCTURE, id) ? STRUCTURE[id] : undefined;
  const all = sortFindings([...findings, ...await checkStructure?.(folder) ?? []]);
  if (flags.has("json")) printJson(io, { id, manifestSha256, files: files.length, findings: all });
  else io.out(`${manifestSha256 ?? "draft"}\n`);
  const { green, red } = colors(io);
  const mark = all.length === 0 ? green("✓") : red("✗");
  const isDraft = manifestSha256 === null;
  const state = all.length > 0
    ? `${counted(files.length, isDraft ? "file" : "frozen file")}, ${counted(all.length, "finding")}`
    : isDraft
    ? `${counted(files.length, "file")}, nothing that a freeze would refuse`
    : `${counted(files.length, "file")}, every byte is the frozen one`;
  io.err(labelled(io, "Experiment", { text: `${id}, ${isDraft ? "a draft" : "frozen"}` }));
  if (!isDraft) io.err(labelled(io, "Manifest", { text: manifestSha256 }));
  io.err(labelled(io, "Checked", { text: state, mark }));
  if (checkStructure !== undefined && all.length === 0) {
    io.err(labelled(io, "", { text: "its data are built as declared", mark }));
  }
  io.err(findingsText(all, io));
  return all.length === 0 ? 0 : 1;
}
