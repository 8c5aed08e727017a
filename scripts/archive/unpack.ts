/** Takes an archive apart into a folder, and checks the bag in it. @module */
import fs from "node:fs";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { systemCode, toFileError } from "../../kernel/file_read.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { BagFile } from "./bag.ts";
import { checkBagFolder } from "./bag_folder.ts";
import type { TarFile } from "./tar_header.ts";
import type { TarLimits } from "./tar_limits.ts";
import { readTar } from "./tar_read.ts";

/** An archive that was taken apart. */
export interface Unpacked {
  /** The folder of the bag, inside the folder that was made. */ readonly bag: string;
  /** The id of the experiment in it. */ readonly id: string;
  /** The experiment's folder. */ readonly experiment: string;
  /** What differs from the bag's manifests. */ readonly findings: readonly Finding[];
  /** How many files there are. */ readonly files: number;
}

/** Unpacks the archive at `path` into `folder`, which is made where nothing is. All files lie in one top folder, the bag;
 * `data/experiments/` in it holds one experiment. The archive is read twice: whole before anything is written, so that a
 * malformed one leaves no trace. Nothing is written outside; on a failure the folder is taken away again.
 * @throws {PermafrostError} archive-invalid; file-exists, file-missing, file-kind, file-unreadable, file-write. */
export function unpackArchive(
  path: string,
  folder: string,
  options: { limits?: TarLimits; at?: string } = {},
): Unpacked {
  const at = basename(folder), files: BagFile[] = [], tops = new Set<string>(), folders = new Set<string>();
  let made = false, fd = -1;
  try {
    readTar(path, () => ({ chunk() {}, end() {} }), options); // a malformed one is refused before a byte is written
    fs.mkdirSync(folder, { mode: 0o700 });
    made = true;
    readTar(path, (file) => {
      const [top = "", ...rest] = file.path.split("/"), inside = rest.join("/");
      tops.add(top);
      if (rest.length === 0 || tops.size > 1) throw refuse(file.path, "all files belong into one folder, the bag");
      const place = join(folder, file.path), hash = createHash("sha256");
      fd = openNew(place, { ...file, folders });
      return {
        chunk(bytes) {
          hash.update(bytes);
          for (let done = 0; done < bytes.length;) done += fs.writeSync(fd, bytes, done);
        },
        end() {
          fs.closeSync(fd);
          fd = -1;
          files.push({ path: inside, bytes: file.bytes, sha256: hash.digest("hex") });
        },
      };
    }, options);
    const [top = ""] = tops, bag = join(folder, top);
    if (top === "") throw refuse("", "it is empty");
    const id = experimentIn(files);
    return {
      bag,
      id,
      experiment: join(bag, "data/experiments", id),
      findings: checkBagFolder(bag, files),
      files: files.length,
    };
  } catch (error) {
    if (fd >= 0) fs.closeSync(fd);
    if (made) fs.rmSync(folder, { recursive: true, force: true });
    throw toFileError(error, { verb: "unpack into", at, otherwise: "file-write" });
  }
}

/** Opens a file that must be new, in folders that are made unless they are among those that were. */
function openNew(
  place: string,
  { path, isExecutable, folders }: TarFile & { readonly folders: Set<string> },
): number {
  const above = dirname(place);
  try {
    if (!folders.has(above)) fs.mkdirSync(above, { recursive: true, mode: 0o700 });
    folders.add(above);
    return fs.openSync(place, "wx", isExecutable ? 0o700 : 0o600);
  } catch (error) {
    if (!["EEXIST", "ENOTDIR"].includes(systemCode(error))) throw error;
    throw refuse(path, "it is there twice, under two spellings, or below a file");
  }
}

function experimentIn(files: readonly BagFile[]): string {
  const ids = new Set(
    files.flatMap(({ path }) => /^data\/experiments\/([a-z0-9-]+)\/manifest\.json$/.exec(path)?.[1] ?? []),
  );
  const [id] = ids;
  if (id === undefined || ids.size > 1) throw refuse("data/experiments", "it holds no frozen experiment, or several");
  return id;
}

function refuse(at: string, state: string): PermafrostError {
  return new PermafrostError("archive-invalid", `Cannot take the archive apart: ${at}: ${state}`, { at });
}
