/** `permafrost bundle`. @module */
import { basename, dirname, relative } from "node:path";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { writeExclusive } from "../../kernel/file_write.ts";
import { type BundleReport, makeBundle } from "../bundle/bundle_make.ts";
import type { Call, Io } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { pinFiles } from "./pinned_file.ts";
import { outputPlace } from "./result_place.ts";
import { readInputs } from "./run_options.ts";
import { handCommand } from "./shell_command.ts";
import { labelled, printJson } from "./terminal.ts";

/** Makes one JavaScript file of a frozen experiment, and prints the exact command that runs it. Exit 1, and no file,
 * where the present bytes are not the frozen ones. */
export async function runBundle({ operands: [operand = ""], values, lists, flags, io }: Call): Promise<0 | 1> {
  const folder = locateExperiment(operand, io.cwd);
  const output = neededOutput(values["output"], { command: "bundle", io, folder });
  const report = await makeBundle(folder, { signal: io.signal });
  const { id, manifestSha256, declaration, findings } = report;
  if (report.text === null || declaration === null) return sayFindings(report, { isJson: flags.has("json"), io });
  const bytes = new TextEncoder().encode(report.text), sha256 = sha256Hex(bytes);
  const inputs = pinFiles(declaration.inputs, readInputs(lists["input"] ?? [], io.cwd));
  const here = { id, folder: relative(io.cwd, dirname(output)) || ".", inputs };
  const command = handCommand({ ...declaration, entry: basename(output) }, here);
  const missing = Object.entries(declaration.inputs)
    .filter(([name, { optional }]) => !optional && inputs[name] === undefined).map(([name]) => `--input ${name}=PATH`);
  writeExclusive(output, bytes, { mode: 0o644 });
  const shown = relative(io.cwd, output);
  if (flags.has("json")) {
    printJson(io, { id, manifestSha256, output: shown, bytes: bytes.length, sha256, command, missing, findings });
    return 0;
  }
  io.err(labelled(io, "Experiment", { text: `${id}, manifest ${manifestSha256}` }));
  io.err(labelled(io, "Bundle", { text: `${shown}, ${bytes.length} bytes, SHA-256 ${sha256}` }));
  const text = "the command below runs it with exactly the declared permissions" +
    (missing.length > 0 ? `; for one that runs, add ${missing.join(" ")}` : "");
  io.err(labelled(io, "By hand", { text }));
  io.out(command);
  return 0;
}

/** The place that `--output` names.
 * @throws {PermafrostError} usage without one; as {@linkcode outputPlace}. */
export function neededOutput(
  given: string | undefined,
  { command, io, folder }: { command: string; io: Io; folder: string },
): string {
  if (given !== undefined) return outputPlace(given, { cwd: io.cwd, folder });
  throw new PermafrostError("usage", `Cannot ${command}: say where to; add --output FILE`, { at: "--output" });
}

/** Says what stands against a bundle; gives the exit code for it. */
export function sayFindings(
  { id, manifestSha256, findings }: BundleReport,
  { isJson, io }: { isJson: boolean; io: Io },
): 1 {
  if (isJson) printJson(io, { id, manifestSha256, output: null, findings });
  io.err(labelled(io, "Experiment", { text: `${id}, manifest ${manifestSha256}` }));
  io.err(findingsText(findings, io));
  return 1;
}
