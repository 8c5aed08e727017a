/** Operands that name an experiment: a folder, an id, an archive, or an address. @module */
import { rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import type { RunOptions } from "../../kernel/run.ts";
import { listResults } from "../signing/signature_files.ts";
import { isAddress } from "../remote/remote_address.ts";
import type { Call, Io } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { refuseRemoteOptions } from "./remote_options.ts";
import { printJson } from "./terminal.ts";

/** Where an experiment is. */
export interface ExperimentPlace {
  /** Its folder: of an archive, one in a scratch copy. */ readonly folder: string;
  /** The archive that it came from, and the results in it; null: it was a folder. */
  readonly archive: { readonly path: string; readonly results: readonly string[] } | null;
  /** Of an experiment that was fetched: gives a run what was compared, for its record. */
  readonly comparePublished?: RunOptions["comparePublished"];
}

/** Tells whether an operand names an archive. */
export function isArchive(operand: string): boolean {
  return operand.endsWith(".tar");
}

/** Finds the experiment that an operand names and hands it on. An archive is unpacked into a scratch folder that is gone
 * afterwards; one that differs from its own manifests is reported, and nothing of it is handed on: exit 1.
 * An address is fetched into one.
 * @throws {PermafrostError} archive-invalid, usage, and what {@linkcode locateExperiment} and fetching throw. */
export async function withExperiment(
  operand: string,
  call: Call,
  options: { use: (place: ExperimentPlace) => Promise<0 | 1> },
): Promise<0 | 1> {
  const { io, flags } = call;
  if (isAddress(operand)) {
    const { withRemote } = await import("./remote_operand.ts");
    return await withRemote(operand, call, { use: (place) => options.use({ ...place, archive: null }) });
  }
  refuseRemoteOptions(call.values);
  if (!isArchive(operand)) return await options.use({ folder: locateExperiment(operand, io.cwd), archive: null });
  const { unpackArchive } = await import("../archive/unpack.ts");
  const base = Deno.makeTempDirSync({ prefix: "permafrost-archive-" }), path = resolve(io.cwd, operand);
  const remove = (): void => rmSync(base, { recursive: true, force: true });
  io.signal.addEventListener("abort", remove, { once: true });
  try {
    const { experiment, id, findings } = unpackArchive(path, join(base, "unpacked"), { at: basename(operand) });
    if (findings.length > 0) {
      if (flags.has("json")) printJson(io, { id, archive: basename(operand), findings });
      io.err(findingsText(findings, io));
      return 1;
    }
    return await options.use({ folder: experiment, archive: { path, results: resultsIn(experiment) } });
  } finally {
    io.signal.removeEventListener("abort", remove);
    remove();
  }
}

function resultsIn(folder: string): string[] {
  return listResults({ kind: "experiment", folder }).map(({ path }) => path);
}

/** The results of an archive; one at least.
 * @throws {PermafrostError} file-missing. */
export function archivedResults({ archive }: ExperimentPlace, io: Pick<Io, "cwd">): readonly string[] {
  if (archive !== null && archive.results.length > 0) return archive.results;
  const at = archive === null ? io.cwd : basename(archive.path);
  throw new PermafrostError("file-missing", `Cannot reproduce: ${at} holds no result; name one, then the archive`, {
    at,
  });
}
