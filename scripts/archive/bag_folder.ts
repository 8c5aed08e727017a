/** Checks a bag that lies in a folder. @module */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { readBounded, streamFile } from "../../kernel/file_read.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { BagFile } from "./bag.ts";
import { checkBag } from "./bag_check.ts";
import { refuseBag, type TagTexts } from "./bag_tags.ts";

const MAX_TAG_BYTES = 16_777_216;
/** The tag files that are read; any other may hold what it wants. */
const READ = /^(bagit|bag-info|package-info|(tag)?manifest-.+)\.txt$/;

/** Compares the bag in a folder with its own tag files: see {@linkcode checkBag}. `files` are those in it.
 * @throws {PermafrostError} archive-invalid, also for tag files that are not UTF-8; file-*. */
export function checkBagFolder(folder: string, files: readonly BagFile[]): Finding[] {
  return checkBag(files, tagTexts(folder, files), {
    digest(path, algorithm) {
      const hash = createHash(algorithm);
      streamFile(join(folder, path), { at: path, take: (chunk) => void hash.update(chunk) });
      return hash.digest("hex");
    },
  });
}

function tagTexts(folder: string, files: readonly BagFile[]): TagTexts {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return new Map(
    files.filter(({ path }) => READ.test(path)).map(({ path }) => {
      const bytes = readBounded(join(folder, path), { maxBytes: MAX_TAG_BYTES, at: path });
      try {
        return [path, decoder.decode(bytes)];
      } catch {
        throw refuseBag(path, "it is not UTF-8");
      }
    }),
  );
}
