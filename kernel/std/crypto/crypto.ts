/**
 * Digests of one buffer or of many.
 *
 * Local slice of `@std/crypto`; see `kernel/std/README.md`.
 *
 * @module
 */

import { createHash, type Hash } from "node:crypto";

/** The digests that there are. */
export type DigestAlgorithmName = "SHA-256" | "SHA-384" | "SHA-512";

/** A digest by its name. */
export type DigestAlgorithmObject = { name: DigestAlgorithmName };

/** How a digest is named; upper and lower case are the same. */
export type DigestAlgorithm = DigestAlgorithmName | DigestAlgorithmObject;

/** The digest functions. */
export interface StdSubtleCrypto {
  /**
   * Digests bytes, in one buffer or in chunks as they come.
   *
   * @throws {TypeError} For an unknown digest, or data or a chunk that holds no bytes.
   */
  digest(
    algorithm: DigestAlgorithm,
    data: BufferSource | AsyncIterable<BufferSource> | Iterable<BufferSource>,
  ): Promise<ArrayBuffer>;

  /**
   * Digests bytes that are there already.
   *
   * @throws {TypeError} For an unknown digest, or data or a chunk that holds no bytes.
   */
  digestSync(algorithm: DigestAlgorithm, data: BufferSource | Iterable<BufferSource>): ArrayBuffer;
}

/** What this module covers of the web's `Crypto`. */
export interface StdCrypto {
  /** The digest functions. */
  readonly subtle: StdSubtleCrypto;
}

const NODE_NAMES: Readonly<Record<DigestAlgorithmName, string>> = {
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};

function startHash(algorithm: DigestAlgorithm): Hash {
  const name = (typeof algorithm === "string" ? algorithm : algorithm.name).toUpperCase();
  if (!Object.hasOwn(NODE_NAMES, name)) {
    throw new TypeError(`Cannot digest the data: no algorithm "${name}" here`);
  }
  return createHash(NODE_NAMES[name as DigestAlgorithmName]);
}

function isBytes(data: unknown): data is BufferSource {
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data);
}

function isIterable(data: object): data is Iterable<BufferSource> {
  return Symbol.iterator in data;
}

function update(hash: Hash, chunk: BufferSource): void {
  if (!isBytes(chunk)) throw new TypeError("Cannot digest the data: a chunk holds no bytes");
  hash.update(
    chunk instanceof ArrayBuffer
      ? new Uint8Array(chunk)
      : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength),
  );
}

function finish(hash: Hash): ArrayBuffer {
  return new Uint8Array(hash.digest()).buffer;
}

function digestSync(algorithm: DigestAlgorithm, data: BufferSource | Iterable<BufferSource>): ArrayBuffer {
  const hash = startHash(algorithm);
  if (isBytes(data)) update(hash, data);
  else if (isIterable(data)) { for (const chunk of data) update(hash, chunk); }
  else throw new TypeError("Cannot digest the data: it is neither bytes nor an iterable of bytes");
  return finish(hash);
}

async function digest(
  algorithm: DigestAlgorithm,
  data: BufferSource | AsyncIterable<BufferSource> | Iterable<BufferSource>,
): Promise<ArrayBuffer> {
  if (isBytes(data) || isIterable(data)) return digestSync(algorithm, data);
  const hash = startHash(algorithm);
  if (!(Symbol.asyncIterator in data)) {
    throw new TypeError("Cannot digest the data: it is neither bytes nor an iterable of bytes");
  }
  for await (const chunk of data) update(hash, chunk);
  return finish(hash);
}

/** The covered part of the extended Web Crypto interface. */
export const crypto: StdCrypto = { subtle: { digest, digestSync } };
