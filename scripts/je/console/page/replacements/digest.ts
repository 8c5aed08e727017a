/** SHA-256 (FIPS 180-4) for the page, in the place of kernel/digest.ts, whose engine a browser does not have; a browser's
 * own is asynchronous and absent from some origins. @module */
import { PermafrostError } from "../../../../../kernel/error.ts";

const WORDS = roundWords();

/** The SHA-256 of bytes, or of a text's UTF-8, as 64 lower-case hexadecimal digits.
 * @throws {PermafrostError} canonical-lone-surrogate. */
export function sha256Hex(data: Uint8Array | string): string {
  if (typeof data === "string" && !data.isWellFormed()) {
    throw new PermafrostError("canonical-lone-surrogate", "Cannot hash a text: it holds half of a surrogate pair");
  }
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data, { length } = bytes;
  const padded = new Uint8Array((length + 72) & ~63), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const state = Int32Array.from(WORDS.initial), schedule = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) compress(state, schedule, { view, at });
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function compress(
  state: Int32Array,
  w: Int32Array,
  { view, at }: { readonly view: DataView; readonly at: number },
): void {
  for (let t = 0; t < 16; t++) w[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!, y = w[t - 2]!;
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[t] = (w[t - 16]! + low + w[t - 7]! + high) | 0;
  }
  let a = state[0]!, b = state[1]!, c = state[2]!, d = state[3]!;
  let e = state[4]!, f = state[5]!, g = state[6]!, i = state[7]!;
  for (let t = 0; t < 64; t++) {
    const chosen = (e & f) ^ (~e & g), major = (a & b) ^ (a & c) ^ (b & c);
    const one = (i + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + WORDS.rounds[t]! + w[t]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + major) | 0;
    i = g, g = f, f = e, e = (d + one) | 0, d = c, c = b, b = a, a = (one + two) | 0;
  }
  for (const [at, word] of [a, b, c, d, e, f, g, i].entries()) state[at] = (state[at]! + word) | 0;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The constants: the first 32 bits of the fractional parts of square and cube roots of the first primes, found exactly
 * in whole numbers. */
function roundWords(): { readonly initial: readonly number[]; readonly rounds: readonly number[] } {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  const word = (root: bigint): number => Number(BigInt.asIntN(32, root));
  return {
    initial: primes.slice(0, 8).map((prime) => word(floorRoot(prime << 64n, 2n))),
    rounds: primes.map((prime) => word(floorRoot(prime << 96n, 3n))),
  };
}

/** The largest whole number whose power is not above a value. */
function floorRoot(value: bigint, power: bigint): bigint {
  let low = 0n, high = 1n << 48n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}
