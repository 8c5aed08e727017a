/** Requests for a timestamp (RFC 3161 section 2.4.1): which bytes, by their SHA-256, and a number to know the answer by. @module */
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import { MessageImprint, TimeStampReq, TimeStampReqVersion } from "@peculiar/asn1-tsp";
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";
import { PermafrostError } from "../../kernel/error.ts";
import { MAX_TIMESTAMP_BYTES } from "./timestamp_fetch.ts";

/** What a request asks for. */
export interface TimestampRequest {
  /** The SHA-256 of the file, in hex. */
  readonly sha256: string;
  /** The number that the answer must repeat, in hex; null where the request has none. */
  readonly nonce: string | null;
}

/** The object identifier of SHA-256, the one hash that is asked for and accepted. */
export const SHA256_OID = "2.16.840.1.101.3.4.2.1";

/**
 * Writes a request in DER. It asks for the authority's certificate too, so that the answer can be verified with the
 * root alone.
 *
 * @param nonce Eight random bytes or so; the caller draws them.
 */
export function encodeRequest(sha256: string, nonce: Uint8Array): Uint8Array<ArrayBuffer> {
  const positive = Uint8Array.of(nonce[0]! & 0x7f | 0x40, ...nonce.subarray(1)); // a DER integer: no sign, no padding
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256_OID, parameters: null }),
      hashedMessage: new OctetString(Uint8Array.fromHex(sha256)),
    }),
    nonce: positive.buffer,
    certReq: true,
  });
  return new Uint8Array(AsnConvert.serialize(request));
}

/**
 * Reads a request.
 *
 * @throws {PermafrostError} `timestamp-invalid` for what is no request, or asks for another hash than SHA-256.
 */
export function parseRequest(bytes: Uint8Array): TimestampRequest {
  const refuse = (state: string, cause?: unknown): never => {
    throw new PermafrostError("timestamp-invalid", `Cannot read the timestamp request: ${state}`, { cause });
  };
  if (bytes.length > MAX_TIMESTAMP_BYTES) refuse(`it is larger than ${MAX_TIMESTAMP_BYTES} bytes`);
  try {
    const { messageImprint, nonce } = AsnConvert.parse(bytes, TimeStampReq);
    return { sha256: readImprint(messageImprint), nonce: nonce === undefined ? null : new Uint8Array(nonce).toHex() };
  } catch (cause) {
    if (cause instanceof PermafrostError) throw cause;
    return refuse("it is no TimeStampReq", cause);
  }
}

/**
 * The SHA-256 that an imprint holds, in hex.
 *
 * @throws {PermafrostError} `timestamp-invalid` for another hash.
 */
export function readImprint({ hashAlgorithm, hashedMessage }: MessageImprint): string {
  const bytes = new Uint8Array(hashedMessage.buffer);
  if (hashAlgorithm.algorithm === SHA256_OID && bytes.length === 32) return bytes.toHex();
  throw new PermafrostError("timestamp-invalid", "Cannot read the timestamp: it is not over a SHA-256");
}
