/** This installation's kernel modules beside a fetched experiment, as in the repository. @module */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import type { FrozenFile } from "../../kernel/manifest.ts";
import { OPEN_KERNEL_MODULES } from "../../kernel/module_graph.ts";
import { createFile } from "./fetched_file.ts";

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** How an experiment in `experiments/ID` names the kernel. */
const NAMES_KERNEL = "../../kernel/";
const MAX_MODULE_BYTES = 1_048_576;
/** Larger ones are data, whatever their name, and are not looked at. */
const MAX_SCRIPT_BYTES = 16_777_216;

/**
 * Puts the kernel modules that experiments may import into `kernel/` of a folder, when a script of the experiment (in
 * `experiments/ID` of it) names them; else nothing. A run makes its own copy; these are for running by hand and editors.
 *
 * @returns The paths that were written, from the folder on.
 * @throws {PermafrostError} `unavailable` where this kernel does not lie on a disk; `file-*`.
 */
export function placeKernel(
  folder: string,
  { experiment, files }: { readonly experiment: string; readonly files: readonly FrozenFile[] },
): readonly string[] {
  const scripts = files.filter(({ path, bytes }) => SCRIPT.test(path) && bytes <= MAX_SCRIPT_BYTES);
  const decoder = new TextDecoder();
  const isNamed = scripts.some(({ path, bytes }) =>
    decoder.decode(readBounded(join(experiment, path), { maxBytes: bytes, at: path })).includes(NAMES_KERNEL)
  );
  if (!isNamed) return [];
  const root = new URL("../../", import.meta.url);
  if (root.protocol !== "file:") {
    throw new PermafrostError(
      "unavailable",
      "Cannot place the kernel: its source is not on this disk; use a copy of it",
    );
  }
  for (const path of OPEN_KERNEL_MODULES) {
    using file = createFile(folder, path);
    file.write(readBounded(fileURLToPath(new URL(path, root)), { maxBytes: MAX_MODULE_BYTES, at: path }));
  }
  return OPEN_KERNEL_MODULES;
}
