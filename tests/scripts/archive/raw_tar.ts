/** Archives with anything in them, for tests. @module */
import { BLOCK, encodeHeaders, joined, padding } from "../../../scripts/archive/tar_header.ts";

/** A file of an archive, or a header that is spoilt. */
export interface RawEntry {
  readonly path: string;
  readonly text?: string;
  /** Changes the header's bytes; the sum is mended afterwards unless `keepsSum`. */
  readonly spoil?: (header: Uint8Array) => void;
  readonly keepsSum?: true;
}

/** Puts a text into bytes. */
export function put(bytes: Uint8Array, at: number, text: string): void {
  bytes.set(new TextEncoder().encode(text), at);
}

/** The bytes of an archive of entries, with the end that there should be, or another. */
export function rawTar(entries: readonly RawEntry[], end: Uint8Array = new Uint8Array(2 * BLOCK)): Uint8Array {
  return joined([
    ...entries.flatMap(({ path, text = "", spoil, keepsSum }) => {
      const content = new TextEncoder().encode(text);
      const headers = encodeHeaders({ path, bytes: content.length, isExecutable: false });
      spoil?.(headers);
      if (spoil !== undefined && !keepsSum) mendSum(headers.subarray(headers.length - BLOCK));
      return [headers, content, new Uint8Array(padding(content.length))];
    }),
    end,
  ]);
}

/** Gives a header the sum that it should have. */
export function mendSum(header: Uint8Array): void {
  header.fill(0x20, 148, 156);
  put(header, 148, `${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
}
