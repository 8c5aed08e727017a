/** The headers of a tar archive: POSIX ustar for plain files, and pax for paths that do not fit (specs/interop.md). A
 * header that GNU tar writes for the same file with numeric owner 0, time 0 and a ustar format has the same bytes.
 * @module */
import { PermafrostError } from "../../kernel/error.ts";

/** The size of a block. */
export const BLOCK = 512;

/** A plain file in an archive. */
export interface TarFile {
  /** Its path, with slashes, relative. */ readonly path: string;
  /** Its size. */ readonly bytes: number;
  /** Whether it may be executed: mode 0755, or else 0644. */ readonly isExecutable: boolean;
}

/** What one header says. */
export interface TarHeader extends TarFile {
  /** `0` a plain file, `x` a pax header, or any other kind. */ readonly type: string;
}

const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** What tells ustar's format and its version. */
const MAGIC = "ustar\0" + "00";
/** The largest size that eleven octal digits hold: 8 GiB less one. */
const MAX_BYTES = 8 ** 11 - 1;

/** The bytes before a file's own: its header and, where the path does not fit into 100 and 155 bytes, a pax header.
 * @throws {PermafrostError} archive-invalid: the file is larger than a header can say. */
export function encodeHeaders(file: TarFile): Uint8Array {
  const split = splitPath(file.path);
  if (split !== null) return headerBlock(split, file, "0");
  const record = paxRecord("path", file.path), block = headerBlock(["pax", ""], { ...file, bytes: record.length }, "x");
  const short = headerBlock([`long-${file.path.length}`, ""], file, "0");
  return joined([block, record, new Uint8Array(padding(record.length)), short]);
}

/** How many zero bytes follow so many bytes up to the next block. */
export function padding(bytes: number): number {
  return (BLOCK - bytes % BLOCK) % BLOCK;
}

/** Name and prefix of a path; null where it does not fit. */
function splitPath(path: string): [string, string] | null {
  const bytes = encoder.encode(path);
  if (bytes.length <= 100) return [path, ""];
  if (bytes.length > 256) return null;
  for (let at = Math.min(155, bytes.length - 2); at > 0; at--) { // the longest prefix, as GNU tar cuts it
    if (bytes[at] !== 0x2f || bytes.length - at - 1 > 100) continue;
    return [decoder.decode(bytes.subarray(at + 1)), decoder.decode(bytes.subarray(0, at))];
  }
  return null;
}

function headerBlock([name, prefix]: readonly [string, string], file: TarFile, type: string): Uint8Array {
  if (file.bytes > MAX_BYTES) {
    throw new PermafrostError("archive-invalid", `Cannot archive ${file.path}: it is larger than 8 GiB`, {
      at: file.path,
    });
  }
  const block = new Uint8Array(BLOCK),
    put = (text: string, at: number): void => void block.set(encoder.encode(text), at);
  put(name, 0);
  put(octal(file.isExecutable ? 0o755 : 0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(file.bytes, 11), 124);
  put(octal(0, 11), 136);
  put("        ", 148);
  put(type, 156);
  put(MAGIC, 257);
  put(octal(0, 7), 329);
  put(octal(0, 7), 337);
  put(prefix, 345);
  put(`${octal(sumOf(block), 6)}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function sumOf(block: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < block.length; at++) sum += block[at]!;
  return sum;
}

/** A pax record: its own length in decimal, a blank, key=value, a line feed. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = encoder.encode(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return joined([encoder.encode(String(length)), rest]);
}

/** Reads a header; null for a block of zeros.
 * @throws {PermafrostError} archive-invalid: it is none of a ustar archive, or its sum is wrong. */
export function decodeHeader(block: Uint8Array, at: string): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  const refuse = (state: string): never => {
    throw new PermafrostError("archive-invalid", `Cannot read the archive: the header at ${at} ${state}`, { at });
  };
  const field = (from: number, length: number): string => {
    const bytes = block.subarray(from, from + length), end = bytes.indexOf(0);
    try {
      return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
    } catch {
      return refuse("is not UTF-8");
    }
  };
  const number = (from: number, length: number): number => {
    const text = field(from, length).trim();
    return /^[0-7]{1,11}$/.test(text) ? Number.parseInt(text, 8) : refuse("holds a number that is not octal");
  };
  const plain = block.slice();
  plain.fill(0x20, 148, 156);
  const sum = encoder.encode(`${octal(sumOf(plain), 6)}\0 `); // as all write it: no other form
  if (sum.some((byte, at) => block[148 + at] !== byte)) refuse("has a wrong sum");
  if (![...MAGIC].every((letter, at) => block[257 + at] === letter.charCodeAt(0))) {
    refuse("is of another format than ustar");
  }
  const prefix = field(345, 155), name = field(0, 100);
  return {
    ...{ path: prefix === "" ? name : `${prefix}/${name}`, bytes: number(124, 12), type: field(156, 1) || "0" },
    isExecutable: (number(100, 8) & 0o100) !== 0,
  };
}

/** The path of a pax header, which may say nothing else.
 * @throws {PermafrostError} archive-invalid. */
export function decodePax(bytes: Uint8Array, at: string): string {
  const refuse = (): never => {
    const message = `Cannot read the archive: the pax header at ${at} says something else than one path`;
    throw new PermafrostError("archive-invalid", message, { at });
  };
  try {
    const text = decoder.decode(bytes), [, length = "", path = ""] = /^(\d{1,5}) path=([^\n\0]+)\n$/.exec(text) ?? [];
    return path !== "" && Number(length) === bytes.length ? path : refuse();
  } catch {
    return refuse();
  }
}

/** Joins arrays of bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) whole.set(part, at), at += part.length;
  return whole;
}
