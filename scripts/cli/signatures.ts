/** `check --signatures`: from options to trust, and what was found in words. @module */
import { resolve } from "node:path";
import { canonicalize } from "../../kernel/json_encode.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded } from "../../kernel/file_read.ts";
import { MAX_ALLOWED_BYTES } from "../signing/allowed_signers.ts";
import type { SignatureReport, SignatureTrust } from "../signing/check_signatures.ts";
import { readPublicKey } from "../signing/ed25519_key.ts";
import { SIGNATURE_FINDING_CODES } from "../signing/signature_finding.ts";
import type { Call, Io } from "./command.ts";
import { moreText } from "./findings_text.ts";
import { givenSignatureOption } from "./signature_options.ts";
import { colors, fit, printable } from "./terminal.ts";

const MAX_SHOWN = 50;
const KINDS = { ssh: "SSH signature", dsse: "attestation", rfc3161: "timestamp" } as const;

/**
 * Reads the trust that a call gives; null when it asks for no signatures.
 *
 * @throws {PermafrostError} usage for trust without `--signatures`, `--signatures` without any trust, or a time that
 * is none; `signature-invalid`, `timestamp-invalid` and file-* for what is given.
 */
export async function readTrust({ values, lists, flags, io }: Call): Promise<SignatureTrust | null> {
  const refuse = (state: string): never => {
    throw new PermafrostError("usage", `Cannot check signatures: ${state}; see permafrost check --help`);
  };
  const { "allowed-signers": allowed, signer, "valid-at": validAt } = values;
  const keys = lists["public-key"] ?? [], authorities = lists["authority"] ?? [];
  if (!flags.has("signatures")) {
    const given = givenSignatureOption({ values, lists, flags });
    return given === null ? null : refuse(`--${given} is for --signatures; give that too`);
  }
  if (allowed === undefined && keys.length === 0 && authorities.length === 0) {
    refuse("nothing is trusted because it is there; give --allowed-signers, --public-key or --authority");
  }
  const lone = signer !== undefined ? "signer" : validAt !== undefined ? "valid-at" : null;
  if (allowed === undefined && lone !== null) refuse(`--${lone} chooses among --allowed-signers; give those too`);
  const atMs = validAt === undefined ? Date.now() : readInstant(validAt) ?? refuse(`--valid-at ${validAt} is no time`);
  const verifier = authorities.length === 0 ? null : await import("../signing/timestamp_verify.ts");
  const roots = authorities.map((at) => new TextDecoder().decode(verifier!.readRoots(resolve(io.cwd, at), { at })));
  return {
    allowedSigners: allowed === undefined
      ? null
      : readBounded(resolve(io.cwd, allowed), { maxBytes: MAX_ALLOWED_BYTES, at: allowed }),
    principal: signer ?? null,
    publicKeys: keys.map((path) => readPublicKey(resolve(io.cwd, path), { at: path })),
    roots: roots.length === 0 ? null : new TextEncoder().encode(roots.join("\n")),
    atMs,
  };
}

/** Writes what became of each signature, then the findings; every line fits the terminal's width. */
export function signaturesText({ signatures, findings }: SignatureReport, io: Io): string {
  const { green, red, yellow } = colors(io), width = io.columns - 1;
  const marks = { verified: green("✓"), refused: red("✗"), unchecked: yellow("-") };
  const lines = signatures.slice(0, MAX_SHOWN).flatMap(({ at, kind, state, by, says }) => {
    const head = `${marks[state]} ${fit(printable(at), Math.max(12, width - 24))} ${state} ${KINDS[kind]}`;
    const words = [by, says].filter((part) => part !== null).join("; ");
    return words === "" ? [head] : [head, fit(`    ${printable(words)}`, width)];
  });
  const others = findings.filter(({ code }) => code !== "signature-refused"); // a refused one has its lines above
  for (const { code, at, expected, observed } of others.slice(0, MAX_SHOWN)) {
    lines.push(`${red("✗")} ${fit(printable(at), Math.max(12, width - code.length - 5))} [${code}]`);
    lines.push(fit(`    ${SIGNATURE_FINDING_CODES[code]}`, width));
    if (expected !== null) lines.push(fit(`    expected ${printable(canonicalize(expected))}`, width));
    if (observed !== null) lines.push(fit(`    observed ${printable(canonicalize(observed))}`, width));
  }
  const left = Math.max(0, signatures.length - MAX_SHOWN) + Math.max(0, others.length - MAX_SHOWN);
  return lines.map((line) => line + "\n").join("") + moreText(left);
}

function readInstant(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19) ? time : null;
}
