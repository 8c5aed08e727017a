/** The wire format of SSH: strings with their length before them (RFC 4251 section 5). @module */
import { PermafrostError } from "../../kernel/error.ts";

/** Reads fields one after the other; every one must fit in what is left. */
export interface WireReader {
  /** A length in four bytes, then so many bytes. */
  readonly bytes: () => Uint8Array<ArrayBuffer>;
  /** The same as ASCII text; other bytes are refused. */
  readonly text: () => string;
  /** A number in four bytes. */
  readonly uint32: () => number;
  /** So many bytes as they are. */
  readonly take: (count: number) => Uint8Array<ArrayBuffer>;
  /** Refuses when something is left. */
  readonly end: () => void;
}

/**
 * Starts reading; `what` stands for the data in messages.
 *
 * @throws {PermafrostError} `signature-invalid`, from each method, for data that end early, go on, or are no text.
 */
export function readWire(data: Uint8Array, what: string): WireReader {
  let offset = 0;
  const refuse = (state: string): never => {
    throw new PermafrostError("signature-invalid", `Cannot read ${what}: ${state}`);
  };
  const take = (count: number): Uint8Array<ArrayBuffer> => {
    if (count > data.length - offset) refuse("it ends in the middle of a field");
    offset += count;
    return data.slice(offset - count, offset);
  };
  const uint32 = (): number => new DataView(take(4).buffer).getUint32(0);
  const bytes = (): Uint8Array<ArrayBuffer> => take(uint32());
  const text = (): string => {
    const value = String.fromCharCode(...bytes().slice(0, 1_025));
    return /^[\x20-\x7e]{0,1024}$/.test(value) ? value : refuse("a name in it is too long or no plain ASCII");
  };
  return {
    ...{ bytes, text, uint32, take },
    end: () => void (offset === data.length || refuse("something follows its last field")),
  };
}

/** Joins fields as SSH writes them: numbers as four bytes, texts (as UTF-8) and bytes with their length before them. */
export function writeWire(fields: readonly (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const parts = fields.flatMap((field): Uint8Array[] => {
    if (typeof field === "number") return [uint32Bytes(field)];
    const bytes = typeof field === "string" ? new TextEncoder().encode(field) : field;
    return [uint32Bytes(bytes.length), bytes];
  });
  return joinBytes(parts);
}

/** Joins bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

function uint32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/**
 * Decodes standard base64 that is written the one right way (RFC 4648 section 4: padded, no stray bits, no white
 * space); null for any other text.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.fromBase64(text);
  return bytes.toBase64() === text ? bytes : null;
}
