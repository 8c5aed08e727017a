/** Answers of a timestamp authority (RFC 3161 section 2.4.2): what they say, which is to be believed only once verified. @module */
import { AsnConvert } from "@peculiar/asn1-schema";
import { type CertificateSet, ContentInfo, id_signedData, SignedData, type SignerInfo } from "@peculiar/asn1-cms";
import { PKIStatus, TimeStampResp, TSTInfo } from "@peculiar/asn1-tsp";
import type { Name } from "@peculiar/asn1-x509";
import { fromBER } from "asn1js";
import { PermafrostError } from "../../kernel/error.ts";
import { MAX_TIMESTAMP_BYTES } from "./timestamp_fetch.ts";
import { readImprint } from "./timestamp_request.ts";

/** What a token says. */
export interface TimestampToken {
  /** The SHA-256 that it covers, in hex. */
  readonly sha256: string;
  /** The time that it states, in milliseconds since 1970. */
  readonly timeMs: number;
  /** How far the true time may be from that, in milliseconds; 0 where it does not say. */
  readonly accuracyMs: number;
  /** The number of the request, in hex; null where there is none. */
  readonly nonce: string | null;
  /** The authority's number for it, in hex. */
  readonly serial: string;
  /** The subject of the certificate that it names as its signer's, in one line; null where it carries none. */
  readonly authority: string | null;
  /** The policy that it was issued under, as an object identifier. */
  readonly policy: string;
}

const TST_INFO_OID = "1.2.840.113549.1.9.16.1.4";
/** Short names of attributes (RFC 4519). */
const SHORT: Readonly<Record<string, string>> = { "2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.10": "O", "2.5.4.11": "OU" };
/** SHA-256, SHA-384, SHA-512: what a token may be signed with. Older hashes can be forged. */
const STRONG_HASHES = ["2.16.840.1.101.3.4.2.1", "2.16.840.1.101.3.4.2.2", "2.16.840.1.101.3.4.2.3"];

/**
 * Reads an authority's answer, whole as it came. Refuses one that does not grant the request, that is not over a
 * SHA-256, that was signed with a hash that can be forged, or that has another number of signers than one.
 *
 * @throws {PermafrostError} `timestamp-invalid`.
 */
export function parseTimestamp(bytes: Uint8Array): TimestampToken {
  const refuse = (state: string, cause?: unknown): never => {
    throw new PermafrostError("timestamp-invalid", `Cannot use the timestamp: ${state}`, { cause });
  };
  if (bytes.length > MAX_TIMESTAMP_BYTES) refuse(`it is larger than ${MAX_TIMESTAMP_BYTES} bytes`);
  try {
    if (fromBER(bytes).offset !== bytes.length) refuse("it is no whole answer, or something follows it");
    const { status, timeStampToken } = AsnConvert.parse(bytes, TimeStampResp);
    if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) {
      refuse(`the authority refuses (status ${status.status})`);
    }
    if (timeStampToken?.contentType !== id_signedData) return refuse("it holds no signed token");
    return readToken(AsnConvert.parse(AsnConvert.serialize(timeStampToken), ContentInfo), refuse);
  } catch (cause) {
    if (cause instanceof PermafrostError) throw cause;
    return refuse("it is no TimeStampResp", cause);
  }
}

function readToken(content: ContentInfo, refuse: (state: string) => never): TimestampToken {
  const { encapContentInfo, signerInfos, certificates } = AsnConvert.parse(content.content, SignedData);
  const inner = encapContentInfo.eContent?.single?.buffer;
  if (encapContentInfo.eContentType !== TST_INFO_OID || inner === undefined) refuse("what it signs is no TSTInfo");
  const [signer, ...more] = [...signerInfos];
  if (signer === undefined || more.length > 0) return refuse("it is not by exactly one signer");
  if (!STRONG_HASHES.includes(signer.digestAlgorithm.algorithm)) refuse("it was signed with a hash that can be forged");
  const { messageImprint, genTime, accuracy, nonce, serialNumber, policy } = AsnConvert.parse(inner!, TSTInfo);
  const timeMs = genTime.getTime();
  if (!Number.isFinite(timeMs)) refuse("its time is none");
  const { seconds = 0, millis = 0, micros = 0 } = accuracy ?? {};
  return {
    sha256: readImprint(messageImprint),
    timeMs,
    accuracyMs: seconds * 1_000 + millis + micros / 1_000,
    nonce: nonce === undefined ? null : new Uint8Array(nonce).toHex(),
    serial: new Uint8Array(serialNumber).toHex(),
    authority: findAuthority(signer, certificates),
    policy,
  };
}

/** Whose certificate it is; for people to read, once the token is verified. OpenSSL finds the certificate for itself. */
function findAuthority(
  { sid: { issuerAndSerialNumber: named } }: SignerInfo,
  certificates: CertificateSet | undefined,
) {
  if (named === undefined) return null;
  const key = (issuer: Name, serial: ArrayBuffer): string =>
    `${new Uint8Array(AsnConvert.serialize(issuer)).toHex()} ${new Uint8Array(serial).toHex()}`;
  const wanted = key(named.issuer, named.serialNumber);
  const own = [...certificates ?? []].flatMap(({ certificate }) => {
    const body = certificate?.tbsCertificate;
    return body !== undefined && key(body.issuer, body.serialNumber) === wanted ? [body.subject] : [];
  });
  return own.length === 1 ? nameText(own[0]!) : null;
}

/** A distinguished name in one line, such as `CN=Authority`; kinds of attribute without a short name by their number. */
function nameText(name: Name): string {
  return [...name].map((set) => [...set].map(({ type, value }) => `${SHORT[type] ?? type}=${value}`).join("+")).join(
    ", ",
  );
}

/**
 * Refuses an answer that is not to the request.
 *
 * @throws {PermafrostError} `timestamp-invalid` for another file, or another number (a replay).
 */
export function checkAnswer(token: TimestampToken, request: { sha256: string; nonce: string | null }): void {
  const refuse = (state: string): never => {
    throw new PermafrostError("timestamp-invalid", `Cannot use the timestamp: ${state}`);
  };
  if (token.sha256 !== request.sha256) refuse("it is for another file");
  if (request.nonce !== null && token.nonce !== request.nonce) {
    refuse("it does not repeat the request's number (nonce)");
  }
}
