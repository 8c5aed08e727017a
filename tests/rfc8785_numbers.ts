import { createHash } from "node:crypto";
import { canonicalize } from "../kernel/json_encode.ts";

const { fixedBits, sha256OfFirstLines } = JSON.parse(
  Deno.readTextFileSync(new URL("../fixtures/json/rfc8785_numbers.json", import.meta.url)),
) as { fixedBits: string[]; sha256OfFirstLines: Record<string, string> };

/** The published SHA-256 of so many first lines of the RFC's number sequence. */
export function publishedDigest(lines: number): string {
  return sha256OfFirstLines[lines] ?? "not published";
}

/** The SHA-256 of as many lines, the numbers written by this project. */
export function ownDigest(lines: number): string {
  const hash = createHash("sha256");
  const view = new DataView(new ArrayBuffer(8));
  let written = 0;
  for (const bits of sequenceBits()) {
    view.setBigUint64(0, bits);
    hash.update(`${bits.toString(16)},${canonicalize(view.getFloat64(0))}\n`);
    if (++written === lines) break;
  }
  return hash.digest("hex");
}

function* sequenceBits(): Generator<bigint> {
  for (const bits of fixedBits) yield BigInt(`0x${bits}`);
  for (let step = 0n; step < 2000n; step++) yield 0x0010000000000000n + step;
  for (let block = new Uint8Array(32);;) {
    block = new Uint8Array(createHash("sha256").update(block).digest());
    const view = new DataView(block.buffer);
    for (let at = 0; at < 32; at += 8) {
      const value = view.getFloat64(at, true);
      if (Number.isFinite(value) && value !== 0) yield view.getBigUint64(at, true);
    }
  }
}
