/** The entries of a small bag, for tests of archives. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import { BAGIT_TXT, manifestText } from "../../../scripts/archive/bag.ts";
import type { RawEntry } from "./raw_tar.ts";

/** The payload of the bag. */
export const PAYLOAD: Readonly<Record<string, string>> = {
  "data/experiments/small/manifest.json": "{}",
  "data/a.txt": "a",
};

/** The text of a manifest of texts. */
export function listOf(texts: Readonly<Record<string, string>>): string {
  return manifestText(Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256Hex(text) })));
}

/** The entries of a bag in one folder, with changes; null takes a file away. */
export function bagEntries(changes: Readonly<Record<string, string | null>> = {}): RawEntry[] {
  const tags = { "bagit.txt": BAGIT_TXT, "manifest-sha256.txt": listOf(PAYLOAD) };
  const texts = { ...PAYLOAD, ...tags, "tagmanifest-sha256.txt": listOf(tags), ...changes };
  return Object.entries(texts).flatMap(([path, text]) => text === null ? [] : [{ path: `small/${path}`, text }]);
}
