/** `permafrost timestamp`. @module */
import { basename, relative, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { SIGNATURE_ENDS, signaturePlace, type SigningPlace } from "../signing/signature_files.ts";
import { fetchTimestamp, MAX_TIMESTAMP_BYTES, readAuthorityAddress } from "../signing/timestamp_fetch.ts";
import { encodeRequest, parseRequest } from "../signing/timestamp_request.ts";
import { checkAnswer, parseTimestamp } from "../signing/timestamp_token.ts";
import { readRoots, verifyTimestamp } from "../signing/timestamp_verify.ts";
import type { Call, Io } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { chooseSignaturePlace, inspectSigned, locateSigned, writeSignature } from "./signing_place.ts";
import { colors, labelled, printJson } from "./terminal.ts";

/** The end of the name of a request. */
const REQUEST_END = ".tsq";
const NONCE_BYTES = 8;

/**
 * Gets a token for a manifest or file: from an authority over HTTP (`--tsa`), or in two steps for a machine without a
 * network (`--request-only`, then `--import`). Exit 1 when the experiment drifted.
 */
export async function runTimestamp({ operands: [operand = ""], values, flags, io }: Call): Promise<0 | 1> {
  const isRequest = flags.has("request-only");
  checkWays(values, { isRequest });
  const place = locateSigned(operand, io.cwd), end = isRequest ? REQUEST_END : SIGNATURE_ENDS.rfc3161;
  const address = values["tsa"] === undefined ? null : readAuthorityAddress(values["tsa"], "--tsa");
  const authority = values["authority"];
  const roots = authority === undefined ? null : readRoots(resolve(io.cwd, authority), { at: "--authority" });
  const timeoutMs = readTimeout(values["timeout"]);
  const path = chooseSignaturePlace(place, { end, output: values["output"], cwd: io.cwd }),
    shown = relative(io.cwd, path);
  const { subject, sha256, name, findings } = await inspectSigned(place);
  if (findings.length > 0) {
    if (flags.has("json")) printJson(io, { timestamp: null, findings });
    io.err(
      `${findingsText(findings, io)}${colors(io).red("NO TIMESTAMP")}: the bytes are not those that were frozen\n`,
    );
    return 1;
  }
  const request = encodeRequest(sha256, crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  if (isRequest) {
    writeSignature(path, request);
    if (flags.has("json")) printJson(io, { request: shown, sha256, findings });
    else io.out(`${shown}\n`);
    io.err(labelled(io, "Request", { text: `for ${name}, SHA-256 ${sha256}` }));
    io.err(labelled(io, "Next", { text: "post it as application/timestamp-query, and --import what comes back" }));
    return 0;
  }
  const asked = address === null ? readAsked(place, { values, io, sha256 }) : parseRequest(request);
  const answer = address === null
    ? readBounded(resolve(io.cwd, values["import"]!), { maxBytes: MAX_TIMESTAMP_BYTES, at: "--import" })
    : await fetchTimestamp(address, request, { timeoutMs, signal: io.signal });
  const token = parseTimestamp(answer);
  checkAnswer(token, asked);
  const verdict = roots === null ? null : await verifyTimestamp(answer, { path: subject, roots });
  if (verdict !== null && !verdict.ok) {
    throw new PermafrostError("timestamp-invalid", `Cannot keep the timestamp: ${verdict.says}`, { at: "--authority" });
  }
  writeSignature(path, answer);
  const time = new Date(token.timeMs).toISOString(), isVerified = verdict !== null;
  const { accuracyMs, policy, serial, authority: who } = token;
  if (flags.has("json")) {
    printJson(io, { timestamp: shown, sha256, time, accuracyMs, policy, serial, authority: who, isVerified, findings });
  } else io.out(`${shown}\n`);
  io.err(labelled(io, "Timestamp", { text: `${name}, ${time}${isVerified ? "" : ", by the answer's own account"}` }));
  const trust = isVerified ? "verified against the given roots" : "not verified: no roots were given (--authority)";
  io.err(labelled(io, "Authority", { text: `${who ?? "unnamed"}, policy ${policy}, serial ${serial}; ${trust}` }));
  return 0;
}

function checkWays(values: Call["values"], { isRequest }: { isRequest: boolean }): void {
  const ways = [values["tsa"] !== undefined, values["import"] !== undefined, isRequest].filter(Boolean).length;
  const state = ways !== 1
    ? "give one of --tsa URL, --request-only and --import FILE"
    : values["request"] !== undefined && values["import"] === undefined
    ? "--request says what an imported answer is to; give --import too"
    : values["timeout"] !== undefined && values["tsa"] === undefined
    ? "--timeout says how long --tsa waits; give --tsa URL too"
    : values["authority"] !== undefined && isRequest
    ? "--authority verifies an answer, and --request-only gets none"
    : null;
  if (state === null) return;
  throw new PermafrostError("usage", `Cannot timestamp: ${state}; see permafrost timestamp --help`);
}

/** What an imported answer must be to: the request's file where one is given or lies in its place, else the file. */
function readAsked(place: SigningPlace, { values, io, sha256 }: { values: Call["values"]; io: Io; sha256: string }) {
  const given = values["request"], usual = signaturePlace(place, REQUEST_END);
  let bytes: Uint8Array;
  try {
    const path = given === undefined ? usual : resolve(io.cwd, given);
    bytes = readBounded(path, {
      maxBytes: MAX_TIMESTAMP_BYTES,
      at: given === undefined ? basename(usual) : "--request",
    });
  } catch (error) {
    const isAbsent = error instanceof PermafrostError && error.code === "file-missing" && given === undefined;
    if (!isAbsent) throw error;
    io.err(`${colors(io).yellow("note")}: no request is there, so the answer's number (nonce) is compared with none\n`);
    return { sha256, nonce: null };
  }
  const request = parseRequest(bytes);
  if (request.sha256 === sha256) return request;
  throw new PermafrostError("timestamp-invalid", "Cannot import the timestamp: the request is for another file", {
    at: "--request",
  });
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return 30_000;
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  const message = `Cannot wait --timeout ${text}: it is no whole number of milliseconds from 1 to 999999999`;
  throw new PermafrostError("usage", message, { at: "--timeout" });
}
