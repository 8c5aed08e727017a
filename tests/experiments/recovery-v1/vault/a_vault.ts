/** Vaults as others would write them: nothing here uses the code under test. @module */
import { createHash } from "node:crypto";
import type { SnapshotDigest } from "../../../../experiments/recovery-v1/vault/digest.ts";
import { inFolder } from "../../../in_folder.ts";

export const MIB = 1024 * 1024;

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function hex(bytes: Uint8Array | string): SnapshotDigest {
  return createHash("sha256").update(bytes).digest("hex") as SnapshotDigest;
}

/** Bytes that look random, with a line feed now and then, from a seed. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** Writes a file of the vault, and the folder it is in. */
export function put(vault: string, place: string, bytes: Uint8Array | string): void {
  const path = `${vault}/${place}`;
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeFileSync(path, typeof bytes === "string" ? utf8(bytes) : bytes);
}

/** Writes a manifest, whatever it says, under the digest of its text. */
export function putManifest(vault: string, manifest: unknown): SnapshotDigest {
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest), digest = hex(text);
  put(vault, `manifests/${digest}`, text);
  return digest;
}

/** Writes a snapshot in chunks of a size, 1 MiB unless given. */
export function putSnapshot(
  vault: string,
  source: Uint8Array | string,
  chunkBytes: number = MIB,
): { digest: SnapshotDigest; chunks: string[] } {
  const bytes = typeof source === "string" ? utf8(source) : source, chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const chunk = bytes.subarray(start, start + chunkBytes), name = hex(chunk);
    chunks.push(name);
    put(vault, `chunks/${name}`, chunk);
  }
  const manifest = { schema_version: 3, source_sha256: hex(bytes), bytes: bytes.length, chunks };
  return { digest: putManifest(vault, manifest), chunks };
}

/** Writes a legacy object. */
export function putObject(vault: string, source: Uint8Array | string): SnapshotDigest {
  const digest = hex(source);
  put(vault, `objects/${digest}`, source);
  return digest;
}

/** Runs a test with the path of a vault in a private folder; the vault's own folder is there and empty. */
export function inVault<T>(use: (vault: string, base: string) => T): T {
  return inFolder((base) => {
    Deno.mkdirSync(`${base}/vault`);
    return use(`${base}/vault`, base);
  });
}

/** All bytes of a generator of chunks, joined. */
export async function drain(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(await Array.fromAsync(chunks)).arrayBuffer());
}

/** Every file below a folder, by relative path, with its bytes' digest. */
export function treeOf(folder: string, prefix = ""): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) Object.assign(tree, treeOf(`${folder}/${name}`, `${prefix}${name}/`));
    else tree[prefix + name] = hex(Deno.readFileSync(`${folder}/${name}`));
  }
  return tree;
}
