/** `permafrost archive` and `permafrost unarchive`. @module */
import { basename, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { makeArchive } from "../archive/archive_make.ts";
import { unpackArchive } from "../archive/unpack.ts";
import { isAddress } from "../remote/remote_address.ts";
import type { Call } from "./command.ts";
import { counted, findingsText } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { refuseRemoteOptions } from "./remote_options.ts";
import { labelled, printJson } from "./terminal.ts";

/** Archives a frozen experiment. Exit 1: it, or a result, is not as the manifest says, and nothing is written. */
export async function runArchive({ operands: [operand = ""], values, lists, flags, io }: Call): Promise<0 | 1> {
  const folder = locateExperiment(operand, io.cwd), output = values["output"] ?? `${basename(folder)}.tar`;
  if (!output.endsWith(".tar")) {
    throw new PermafrostError("usage", `Cannot archive: --output ${output} does not end with .tar`, { at: "--output" });
  }
  const results = (lists["result"] ?? []).map((path) => resolve(io.cwd, path));
  const report = await makeArchive(folder, { output: resolve(io.cwd, output), results, at: output });
  const { id, manifestSha256, findings, written } = report;
  if (flags.has("json")) printJson(io, report);
  else if (written !== null) io.out(`${written.sha256}\n`);
  io.err(findingsText(findings, io));
  if (written === null) return 1;
  io.err(labelled(io, "Archived", { text: `${id}, ${counted(written.files, "file")}, ${written.bytes} bytes` }));
  io.err(labelled(io, "Manifest", { text: manifestSha256 }));
  io.err(labelled(io, "Written", { text: output }));
  return 0;
}

/** Unpacks an archive, or what an address publishes, into a new folder. Exit 1: it differs from its own manifests; it is unpacked all the same. */
export async function runUnarchive(call: Call): Promise<0 | 1> {
  const { operands: [path = "", folder], flags, io } = call;
  if (isAddress(path)) return await (await import("./remote_operand.ts")).unarchiveRemote(call);
  refuseRemoteOptions(call.values);
  const target = folder ?? basename(path).replace(/\.tar$/, "");
  const { id, files, findings } = unpackArchive(resolve(io.cwd, path), resolve(io.cwd, target), { at: basename(path) });
  if (flags.has("json")) printJson(io, { id, files, findings, folder: target });
  else io.out(`${target}\n`);
  io.err(findingsText(findings, io));
  io.err(labelled(io, "Unpacked", { text: `${id}, ${counted(files, "file")}` }));
  return findings.length === 0 ? 0 : 1;
}
