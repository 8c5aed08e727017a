/** `permafrost check`. @module */
import { join, resolve } from "node:path";
import { type Finding, sortFindings } from "../../kernel/finding.ts";
import { readJsonFile } from "../../kernel/json_file.ts";
import { check } from "../../kernel/manifest.ts";
import type { Call } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { paint } from "./terminal.ts";

/** Checks of an experiment's own data that run nothing of it; for this repository's own experiments only. */
const STRUCTURE: { readonly [id: string]: (folder: string) => Promise<Finding[]> } = {
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
  const { id, manifestSha256, files, findings } = await check(folder);
  const isOwn = import.meta.dirname !== undefined && folder === resolve(import.meta.dirname, "../../experiments", id);
  const structure = isOwn && findings.length === 0 ? await STRUCTURE[id]?.(folder) ?? [] : [];
  const all = sortFindings([...findings, ...structure]);
  if (flags.has("json")) io.out(JSON.stringify({ id, manifestSha256, files: files.length, findings: all }) + "\n");
  else io.out(`${manifestSha256 ?? "draft"}\n`);
  io.err(findingsText(all, io));
  const state = manifestSha256 === null ? "a draft" : `frozen, manifest ${manifestSha256.slice(0, 12)}…`;
  const verdict = all.length > 0 ? paint(io, "red", `${all.length} finding${all.length === 1 ? "" : "s"}`) : paint(
    io,
    "green",
    manifestSha256 === null ? "nothing that a freeze would refuse" : "every byte is the frozen one",
  );
  io.err(
    `${id} (${state}): ${files.length} files, ${verdict}${
      structure.length === 0 && isOwn && id in STRUCTURE ? "; its corpus is built as declared" : ""
    }\n`,
  );
  return all.length === 0 ? 0 : 1;
}
