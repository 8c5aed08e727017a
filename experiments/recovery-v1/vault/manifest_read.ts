/** The manifest of a snapshot: what it may say, and that it is the one that its name names. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { isDigest, sha256Hex, type SnapshotDigest } from "./digest.ts";
import { CHUNK_BYTES, damaged, readStored } from "./stored_file.ts";

/** The most bytes of a manifest: enough for a source of some 240 GiB. */
export const MANIFEST_BYTES = 16 * 1024 * 1024;

/** What a manifest says of a snapshot. */
export interface SnapshotManifest {
  /** The SHA-256 of the source. */ readonly sourceSha256: string;
  /** The size of the source in bytes. */ readonly bytes: number;
  /** The SHA-256 of each chunk, in the order of the source; one may come again. */ readonly chunks: readonly string[];
}

/** Reads the manifest of a snapshot; null when the vault has none of this name. Its bytes must be those that the name
 * names, and say exactly `schema_version` 3, `source_sha256`, `bytes` and `chunks`, each digest full and lower-case (so
 * no chunk's name can be a path), with chunks enough for the bytes.
 * @throws {PermafrostError} vault-damaged, file-unreadable; `at` is the path relative to the vault. */
export async function readManifest(vault: string, digest: SnapshotDigest): Promise<SnapshotManifest | null> {
  const at = `manifests/${digest}`;
  const bytes = readStored(vault, at, { maxBytes: MANIFEST_BYTES });
  if (bytes === null) return null;
  if (await sha256Hex(bytes) !== digest) throw damaged(at, "its bytes do not have the digest that it is named by");
  const manifest = toManifest(parse(bytes, at));
  if (typeof manifest === "string") throw damaged(at, manifest);
  return manifest;
}

/** Writes a manifest as the vault stores it: compact JSON in the order of the format, without a line feed. */
export function formatManifest({ sourceSha256, bytes, chunks }: SnapshotManifest): string {
  return JSON.stringify({ schema_version: 3, source_sha256: sourceSha256, bytes, chunks });
}

function parse(bytes: Uint8Array, at: string): JsonValue {
  try {
    return parseStrictBytes(bytes, { maxBytes: MANIFEST_BYTES, maxDepth: 4 });
  } catch (error) {
    if (error instanceof PermafrostError) throw damaged(at, `it is not JSON (${error.code})`);
    throw error;
  }
}

/** The manifest, or what is wrong with it. */
function toManifest(value: JsonValue): SnapshotManifest | string {
  if (!isJsonObject(value)) return "it is no object";
  const { schema_version: version, source_sha256: sourceSha256, bytes, chunks } = value;
  if (version !== 3) return "its schema_version is not 3";
  if (Object.keys(value).length !== 4) return "it has other fields than those of schema 3";
  if (typeof sourceSha256 !== "string" || !isDigest(sourceSha256)) return "its source_sha256 is no full digest";
  if (typeof bytes !== "number" || !Number.isSafeInteger(bytes) || bytes < 0) return "its bytes are no count";
  if (!Array.isArray(chunks) || !chunks.every((name) => typeof name === "string" && isDigest(name))) {
    return "its chunks are not a list of full digests";
  }
  if (bytes > chunks.length * CHUNK_BYTES) return "its chunks are too few for its bytes";
  return { sourceSha256, bytes, chunks: chunks as string[] };
}
