/** Operands that are addresses: a published experiment, fetched into a scratch folder. @module */
import { lstatSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { toFileError } from "../../kernel/file_read.ts";
import { type Declaration, readProtocol } from "../../kernel/protocol.ts";
import type { RunOptions } from "../../kernel/run.ts";
import { fetchExperiment, type RemoteReport } from "../remote/remote_fetch.ts";
import type { Call, Io } from "./command.ts";
import { counted, findingsText } from "./findings_text.ts";
import { readExpected, readRemoteBounds } from "./remote_options.ts";
import { colors, labelled, printJson } from "./terminal.ts";

/** A fetched experiment, as it is handed on. */
export interface RemotePlace {
  /** Its folder, in a scratch folder. */
  readonly folder: string;
  /** Gives a run what was compared, for its record. */
  readonly comparePublished: NonNullable<RunOptions["comparePublished"]>;
}

/**
 * Fetches the experiment at an address into a scratch folder that is gone afterwards, and hands it on. Says where it came
 * from and the manifest's digest; what differs is reported, and nothing of it is handed on: exit 1.
 *
 * @throws {PermafrostError} `usage`, and what fetching can throw.
 */
export async function withRemote(
  address: string,
  call: Call,
  options: { readonly use: (place: RemotePlace) => Promise<0 | 1> },
): Promise<0 | 1> {
  const base = Deno.makeTempDirSync({ prefix: "permafrost-remote-" });
  try {
    const report = await fetchHere(address, call, { folder: base });
    if (report.experiment === null) return sayDifference(call, report);
    const { experiment: folder, origin, files, rehearsal } = report;
    say(call.io, report);
    const comparePublished: RemotePlace["comparePublished"] = async () => {
      refuseOtherOrigin((await readProtocol(folder)).declaration.publication, { origin, rehearsal });
      return { findings: [], record: { origin, files } };
    };
    return await options.use({ folder, comparePublished });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/**
 * Refuses to run what comes from elsewhere than a protocol wants before each run. A loopback origin rehearses.
 *
 * @throws {PermafrostError} `publication-origin`.
 */
export function refuseOtherOrigin(
  publication: Declaration["publication"],
  { origin, rehearsal }: Pick<RemoteReport, "origin" | "rehearsal">,
): void {
  if (publication?.beforeRun !== "required" || publication.origin === origin || rehearsal) return;
  const state = `its protocol wants the bytes at ${publication.origin}; give that address, or --live with it`;
  throw new PermafrostError("publication-origin", `Cannot run what ${origin} serves: ${state}`);
}

/**
 * `permafrost unarchive URL [FOLDER]`: fetches a published experiment into a new folder, named after it unless told, and
 * prints that. Exit 1: something differs, and nothing is kept.
 *
 * @throws {PermafrostError} `usage`, `file-exists`, `file-missing`, and what fetching can throw.
 */
export async function unarchiveRemote(call: Call): Promise<0 | 1> {
  const { operands: [address = "", given], flags, io } = call;
  const refuseTaken = (name: string): string => {
    const path = resolve(io.cwd, name);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
    throw toFileError({ code: "EEXIST" }, { verb: "write", at: name, otherwise: "file-write" });
  };
  const early = given === undefined ? resolve(io.cwd, "experiment") : refuseTaken(given);
  let base: string;
  try {
    base = Deno.makeTempDirSync({ dir: dirname(early), prefix: ".permafrost-fetch-" });
  } catch (error) {
    throw toFileError(error, { verb: "write", at: given ?? ".", otherwise: "file-write" });
  }
  try {
    const report = await fetchHere(address, call, { folder: base });
    if (report.experiment === null) return sayDifference(call, report);
    const { id, manifestSha256, origin, files, findings } = report, target = given ?? id!;
    try {
      Deno.chmodSync(base, 0o755);
      renameSync(base, refuseTaken(target));
    } catch (error) {
      throw toFileError(error, { verb: "write", at: target, otherwise: "file-write" });
    }
    if (flags.has("json")) printJson(io, { id, manifestSha256, origin, files: files.length, findings, folder: target });
    else io.out(`${target}\n`);
    say(io, report);
    io.err(labelled(io, "Experiment", { text: `${target}/experiments/${id}` }));
    return 0;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function fetchHere(
  address: string,
  { values, io }: Call,
  { folder }: { folder: string },
): Promise<RemoteReport> {
  const expect = readExpected(values), bounds = readRemoteBounds(values);
  return await fetchExperiment({ address, folder, expect, bounds, signal: io.signal });
}

function say(io: Io, { origin, files, manifestSha256, rehearsal }: RemoteReport): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  io.err(labelled(io, "Fetched", { text: `${counted(files.length, "file")}, ${bytes} bytes, from ${origin}` }));
  io.err(labelled(io, "Published", { text: `manifest ${manifestSha256}` }));
  if (!rehearsal) return;
  io.err(`${colors(io).yellow("note")}: the origin is this machine; a rehearsal shows nothing of what is public\n`);
}

function sayDifference({ io, flags }: Call, { origin, id, manifestSha256, findings }: RemoteReport): 1 {
  if (flags.has("json")) printJson(io, { id, manifestSha256, origin, findings });
  io.err(findingsText(findings, io));
  return 1;
}
