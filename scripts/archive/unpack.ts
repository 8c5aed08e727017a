/** Takes an archive apart into a folder, and checks the bag in it. @module */
import fs from "node:fs";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded, toFileError } from "../../kernel/file_read.ts";
import type { Finding } from "../../kernel/finding.ts";
import { type BagFile, checkBag } from "./bag.ts";
import { readTar, type TarLimits } from "./tar_read.ts";

/** An archive that was taken apart. */
export interface Unpacked {
  /** The folder of the bag, inside the folder that was made. */ readonly bag: string;
  /** The id of the experiment in it. */ readonly id: string;
  /** The experiment's folder. */ readonly experiment: string;
  /** What differs from the bag's manifests. */ readonly findings: readonly Finding[];
  /** How many files there are. */ readonly files: number;
}

const MAX_TAG_BYTES = 16_777_216;

/** Unpacks the archive at `path` into `folder`, which is made where nothing is. All files lie in one top folder, the bag;
 * `data/experiments/` in it holds one experiment. Nothing is written outside; on a failure the folder is taken away
 * again.
 * @throws {PermafrostError} archive-invalid; file-exists, file-missing, file-kind, file-unreadable, file-write. */
export function unpackArchive(
  path: string,
  folder: string,
  options: { limits?: TarLimits; at?: string } = {},
): Unpacked {
  const at = basename(folder), files: BagFile[] = [], tops = new Set<string>();
  let made = false;
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    made = true;
    readTar(path, (file) => {
      const [top = "", ...rest] = file.path.split("/"), inside = rest.join("/");
      tops.add(top);
      if (rest.length === 0 || tops.size > 1) throw refuse(file.path, "all files belong into one folder, the bag");
      const place = join(folder, file.path), hash = createHash("sha256");
      fs.mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      const fd = fs.openSync(place, "wx", file.isExecutable ? 0o700 : 0o600);
      return {
        chunk(bytes) {
          hash.update(bytes);
          for (let done = 0; done < bytes.length;) done += fs.writeSync(fd, bytes, done);
        },
        end() {
          fs.closeSync(fd);
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
      findings: checkBag(files, tagTexts(bag, files)),
      files: files.length,
    };
  } catch (error) {
    if (made) fs.rmSync(folder, { recursive: true, force: true });
    throw toFileError(error, { verb: "unpack into", at, otherwise: "file-write" });
  }
}

/** The texts of the tag files: those of the bag's own folder. */
function tagTexts(bag: string, files: readonly BagFile[]): Map<string, string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return new Map(
    files.filter(({ path }) => !path.includes("/")).map(({ path }) => {
      try {
        return [path, decoder.decode(readBounded(join(bag, path), { maxBytes: MAX_TAG_BYTES, at: path }))];
      } catch (cause) {
        if (cause instanceof TypeError) throw refuse(path, "it is not UTF-8");
        throw cause;
      }
    }),
  );
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
