/** `permafrost new`. @module */
import { chmodSync, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { sha256File } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { toFileError } from "../../kernel/file_read.ts";
import { check, type FrozenFile } from "../../kernel/manifest.ts";
import type { Call, Io } from "./command.ts";
import { counted } from "./findings_text.ts";
import { experimentsFolders, isExperiment, isFolder, locateExperiment } from "./locate.ts";
import { type Copied, renameExperiment } from "./rename_experiment.ts";
import { quote } from "./shell_command.ts";
import { labelled, printable, printJson } from "./terminal.ts";

/** Where a new experiment goes: `--folder`, or experiments/ID where there is such a folder, or ID. */
function placeFor(id: string, { folder, cwd }: { folder: string | undefined; cwd: string }): string {
  if (folder !== undefined) return resolve(cwd, folder);
  return isFolder(join(cwd, "experiments")) ? join(cwd, "experiments", id) : join(cwd, id);
}

/** Refuses a place where something is, and one that is a part of another experiment. */
function refusePlace(target: string, shown: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw new PermafrostError("file-exists", `Cannot start ${shown}: something is there already; choose another id`, {
      at: shown,
    });
  }
  for (let folder = dirname(target);; folder = dirname(folder)) {
    if (isExperiment(folder)) {
      const message = `Cannot start ${shown}: it would be a part of the experiment around it; use --folder`;
      throw new PermafrostError("path-invalid", message, { at: shown });
    }
    if (folder === dirname(folder)) return;
  }
}

async function sourceFor(from: string | undefined, cwd: string): Promise<{ root: string; files: FrozenFile[] }> {
  const template = experimentsFolders(cwd).map((folder) => join(folder, "_template")).find(isFolder);
  const root = from === undefined ? template : locateExperiment(from, cwd);
  if (root === undefined) {
    throw new PermafrostError("file-missing", "Cannot start an experiment: its template is not beside this program");
  }
  const { files, findings, manifestSha256 } = await check(root);
  const drift = findings[0];
  if (drift !== undefined) {
    const message = `Cannot copy ${from ?? "the template"}: ${drift.at} is not as it should be; restore it first ` +
      `(permafrost check says more)`;
    throw new PermafrostError("file-changed", message, { at: drift.at });
  }
  if (from !== undefined && manifestSha256 === null) {
    throw new PermafrostError("manifest-missing", `Cannot copy ${from}: it is a draft; freeze it first, or work on it`);
  }
  return { root, files: [...files] };
}

/** Copies files, each checked against its digest; writable, and executable where it was. */
function copyFiles({ root, files }: { root: string; files: readonly FrozenFile[] }, draft: string): void {
  for (const { path, sha256 } of files) {
    const target = join(draft, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
    chmodSync(target, (statSync(join(root, path)).mode & 0o111) === 0 ? 0o644 : 0o755);
    if (sha256File(target).sha256 === sha256) continue;
    throw new PermafrostError("file-changed", `Cannot copy ${path}: it changed while it was copied`, { at: path });
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch { /* what stood in the way of writing also stands in the way of deleting */ }
}

/** Starts an experiment: all of it or nothing, and never over something that is there. */
export async function runNew({ operands: [id = ""], values, flags, io }: Call): Promise<0> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64) {
    const message = `Cannot start ${JSON.stringify(id)}: an id is lower-case words and digits joined by -, at most 64`;
    throw new PermafrostError("usage", message);
  }
  const target = placeFor(id, { folder: values["folder"], cwd: io.cwd });
  const shown = relative(io.cwd, target) || target;
  const source = await sourceFor(values["from"], io.cwd);
  const draft = `${target}.new-${crypto.randomUUID().slice(0, 8)}`;
  let copied: Copied = { notes: [], added: 0 };
  let made: string | undefined;
  try {
    refusePlace(target, shown);
    made = mkdirSync(dirname(target), { recursive: true });
    copyFiles(source, draft);
    copied = renameExperiment(draft, { id, source, target });
    renameSync(draft, target);
  } catch (error) {
    removeQuietly(made ?? draft);
    throw toFileError(error, { verb: "start", at: shown, otherwise: "file-write" });
  }
  const files = source.files.length + copied.added;
  if (flags.has("json")) printJson(io, { id, folder: shown, files, notes: copied.notes });
  else io.out(`${printable(shown)}\n`);
  say({ id, shown, files, copied }, io);
  return 0;
}

function say(made: { id: string; shown: string; files: number; copied: Copied }, io: Io): void {
  const { id, shown, files, copied: { notes } } = made;
  const place = quote(shown);
  io.err(labelled(io, "Draft", { text: `${id} in ${shown}, ${counted(files, "file")}` }));
  for (const text of notes) io.err(labelled(io, "Note", { text }));
  io.err(labelled(io, "Next", { text: "edit protocol.json and run.ts until the run says what you mean, then freeze" }));
  io.err(`  permafrost verify ${printable(place)}\n  permafrost freeze ${printable(place)}\n`);
}
