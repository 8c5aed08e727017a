/** `permafrost new`. @module */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { PermafrostError } from "../../kernel/error.ts";
import { check } from "../../kernel/manifest.ts";
import type { Call, Io } from "./command.ts";
import { experimentsFolders, locateExperiment } from "./locate.ts";

const HELPER = "permafrost.ts";

/** Where a new experiment goes: `--folder`, or experiments/ID where there is such a folder, or ID. */
function placeFor(id: string, { folder, io }: { folder: string | undefined; io: Io }): string {
  if (folder !== undefined) return resolve(io.cwd, folder);
  return existsSync(join(io.cwd, "experiments")) ? join(io.cwd, "experiments", id) : join(io.cwd, id);
}

/** Gives a protocol its new id, and the last step of its address where that was the old id. */
function renameProtocol(text: string, id: string): string {
  const edit = (source: string, path: string[], value: string): string =>
    applyEdits(source, modify(source, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  const { id: oldId, permafrost } = JSON.parse(text) as {
    id?: string;
    permafrost?: { publication?: { origin?: string } };
  };
  const origin = permafrost?.publication?.origin;
  const named = edit(text, ["id"], id);
  if (oldId === undefined || !origin?.endsWith(`/${oldId}/`)) return named;
  return edit(named, ["permafrost", "publication", "origin"], origin.slice(0, -oldId.length - 1) + id + "/");
}

async function sourceFor(from: string | undefined, io: Io): Promise<{ root: string; paths: string[] }> {
  const template = experimentsFolders(io.cwd).map((folder) => join(folder, "_template")).find((path) =>
    existsSync(path)
  );
  const root = from === undefined ? template : locateExperiment(from, io.cwd);
  if (root === undefined) {
    throw new PermafrostError("file-missing", "Cannot start an experiment: its template is not beside this program");
  }
  const { files, findings, manifestSha256 } = await check(root);
  const drift = findings[0];
  if (drift !== undefined) {
    const message =
      `Cannot copy ${from}: ${drift.at} is not as it was frozen; restore it first (permafrost check ${from})`;
    throw new PermafrostError("file-changed", message, { at: drift.at });
  }
  if (from !== undefined && manifestSha256 === null) {
    throw new PermafrostError("manifest-missing", `Cannot copy ${from}: it is a draft; freeze it first, or work on it`);
  }
  return { root, paths: files.map(({ path }) => path) };
}

/** Starts an experiment: all of it or nothing, and never over something that is there. */
export async function runNew({ operands: [id = ""], values, flags, io }: Call): Promise<0> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64) {
    throw new PermafrostError(
      "usage",
      `Cannot start ${JSON.stringify(id)}: an id is lower-case words and digits joined by -, at most 64`,
    );
  }
  const target = placeFor(id, { folder: values["folder"], io });
  const shown = relative(io.cwd, target) || target;
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw new PermafrostError("file-exists", `Cannot start ${id}: ${shown} is there already; choose another id`, {
      at: shown,
    });
  }
  const { root, paths } = await sourceFor(values["from"], io);
  const draft = `${target}.new-${crypto.randomUUID().slice(0, 8)}`;
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(draft, path)), { recursive: true });
      const bytes = readFileSync(join(root, path));
      writeFileSync(join(draft, path), path === "protocol.json" ? renameProtocol(bytes.toString("utf8"), id) : bytes);
    }
    if (values["from"] === undefined) {
      const helper = new URL("../../kernel/experiment.ts", import.meta.url);
      writeFileSync(join(draft, HELPER), readFileSync(helper));
    }
    renameSync(draft, target);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    if (cause instanceof PermafrostError) throw cause;
    throw new PermafrostError("file-write", `Cannot start ${id}: ${shown} cannot be written`, { at: shown, cause });
  }
  io.out(flags.has("json") ? JSON.stringify({ id, folder: shown, files: paths.length + 1 }) + "\n" : `${shown}\n`);
  io.err(
    `${id} is a draft in ${shown}. Next: permafrost verify ${shown}, and once it says what you mean, permafrost freeze ${shown}\n`,
  );
  return 0;
}
