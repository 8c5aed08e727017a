/** `permafrost check`. @module */
import { join, resolve } from "node:path";
import { type Finding, sortFindings } from "../../kernel/finding.ts";
import { readJsonFile } from "../../kernel/json_file.ts";
import { check } from "../../kernel/manifest.ts";
import { parallelDigest } from "../parallel_digest.ts";
import type { SignatureReport, SignatureTrust } from "../signing/check_signatures.ts";
import { type ExperimentPlace, withExperiment } from "./archive_operand.ts";
import type { Call } from "./command.ts";
import { counted, findingsText } from "./findings_text.ts";
import { givenSignatureOption } from "./signature_options.ts";
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
export function runCheck(call: Call): Promise<0 | 1> {
  return withExperiment(call.operands[0]!, call, { use: (place) => checkPlace(call, place) });
}

async function checkPlace(call: Call, place: ExperimentPlace): Promise<0 | 1> {
  const { flags, io } = call, { folder } = place;
  const signed = givenSignatureOption(call) === null ? null : await checkSigned(call, place);
  const { id, manifestSha256, files, findings } = await check(folder, { digest: parallelDigest });
  const isOwn = import.meta.dirname !== undefined && folder === resolve(import.meta.dirname, "../../experiments", id);
  const checkStructure = isOwn && findings.length === 0 && Object.hasOwn(STRUCTURE, id) ? STRUCTURE[id] : undefined;
  const all = sortFindings([...findings, ...await checkStructure?.(folder) ?? []]);
  const report = { id, manifestSha256, files: files.length, findings: all };
  if (flags.has("json")) printJson(io, signed === null ? report : { ...report, signatures: signed.report });
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
  io.err(findingsText(all, io) + (signed?.text ?? ""));
  return all.length === 0 && (signed?.report.findings ?? []).length === 0 ? 0 : 1;
}

/** What `--signatures` found, and its words. */
async function checkSigned(
  call: Call,
  { folder, archive }: ExperimentPlace,
): Promise<{ report: SignatureReport; text: string }> {
  const { readTrust, signaturesText } = await import("./signatures.ts");
  const trust = await readTrust(call) as SignatureTrust; // it refuses the others of these options without --signatures
  const { checkSignatures } = await import("../signing/check_signatures.ts");
  const report = await checkSignatures([
    { kind: "experiment", folder },
    ...(archive === null ? [] : [{ kind: "file" as const, path: archive.path }]),
  ], trust);
  return { report, text: signaturesText(report, call.io) };
}
