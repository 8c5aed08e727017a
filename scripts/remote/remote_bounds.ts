/** How much a server may make this machine do, judged before the first file is asked for. @module */
import { type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import type { FrozenFile, Manifest } from "../../kernel/manifest.ts";
import type { PublicationBounds } from "../publication_fetch.ts";

/** The bounds of one fetch. */
export interface RemoteBounds extends PublicationBounds {
  /** The largest manifest, in bytes; 8 MiB when absent. */
  readonly maxManifestBytes?: number;
  /** The most files that it may list; 10,000 when absent. */
  readonly maxFiles?: number;
  /** The most bytes of all files together; 1 GiB when absent. */
  readonly maxBytes?: number;
}

/** What holds when nothing else is said. A file is given a minute, and all of them ten: they are kept, not compared. */
export const REMOTE_DEFAULTS: Required<RemoteBounds> = {
  requestTimeoutMs: 60_000,
  totalTimeoutMs: 600_000,
  idleTimeoutMs: 10_000,
  concurrency: 4,
  maxManifestBytes: 8_388_608,
  maxFiles: 10_000,
  maxBytes: 1_073_741_824,
};

/**
 * Refuses a manifest whose files are too many or too large together, or of which one would have to be a folder, too.
 * Their paths were judged when it was read.
 *
 * @throws {PermafrostError} `tree-too-large`, `manifest-invalid`.
 */
export function refuseExcess(
  { files }: Pick<Manifest, "files">,
  { maxFiles, maxBytes }: { readonly maxFiles: number; readonly maxBytes: number },
): void {
  const refuse = (code: ErrorCode, at: string, state: string): never => {
    throw new PermafrostError(code, `Cannot fetch the experiment: ${state}`, { at });
  };
  const at = "manifest.json#/files";
  if (files.length > maxFiles) refuse("tree-too-large", at, `it lists ${files.length} files, more than ${maxFiles}`);
  let bytes = 0;
  for (const file of files) bytes += file.bytes; // sums beyond 2^53 lose units, and stay beyond every bound
  if (bytes > maxBytes) {
    refuse("tree-too-large", at, `its files have ${bytes} bytes, more than ${maxBytes}; --max-bytes takes more`);
  }
  const twin = folderTwin(files);
  if (twin !== null) refuse("manifest-invalid", at, `${twin} is listed as a file, and files are listed below it`);
}

/** A path that is listed as a file and stands above another one; null when there is none. */
function folderTwin(files: readonly FrozenFile[]): string | null {
  const paths = new Set(files.map(({ path }) => path));
  for (const { path } of files) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (paths.has(path.slice(0, end))) return path.slice(0, end);
    }
  }
  return null;
}
