/** Verifies SSH signatures against the allowed signers that the user gives. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { runProgram, withPrivateFolder } from "./outside_program.ts";
import { fromWire, isSignedBy } from "./ed25519_key.ts";
import { judgeSigner, parseAllowedSigners } from "./allowed_signers.ts";
import { refusal, type Verdict } from "./signature_finding.ts";
import { NAMESPACE, parseSshSignature, signedBytes, sshFingerprint, type SshSignature } from "./ssh_signature.ts";

/** Whom the user trusts to sign. */
export interface SshTrust {
  /** The bytes of a file of allowed signers. */
  readonly allowedSigners: Uint8Array<ArrayBuffer>;
  /** The principal that must have signed; null takes any that is allowed. */
  readonly principal: string | null;
  /** The time at which keys must be valid, in milliseconds since 1970. */
  readonly atMs: number;
}

/** What {@linkcode verifySsh} judges. */
export interface SshClaim {
  /** The bytes of the signature's file. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** The path of the file that it should be over. */
  readonly path: string;
}

/**
 * Verifies a signature over the bytes of a file. Namespace, key, principal and validity are judged here for every
 * kind of key; the signature itself here for ssh-ed25519, and by `ssh-keygen -Y verify`, with the same trust, for all
 * others (also for certificates, whose signers it finds).
 *
 * @throws {PermafrostError} `signature-invalid` for a signature or a file of allowed signers that cannot be read;
 * `unavailable` where ssh-keygen is needed and missing or gives no verdict; file-*.
 */
export async function verifySsh({ text, path }: SshClaim, trust: SshTrust): Promise<Verdict> {
  const { allowedSigners, principal, atMs } = trust;
  const signers = parseAllowedSigners(allowedSigners), signature = parseSshSignature(text);
  if (signature.namespace !== NAMESPACE) {
    return refusal("namespace", `it was made for the namespace ${signature.namespace}, not ${NAMESPACE}`);
  }
  if (signature.keyType.endsWith("-cert-v01@openssh.com")) return await verifyCertified({ text, path }, trust);
  const judged = judgeSigner(signers, { key: signature.publicKey, principal, atMs });
  if (!judged.ok) return judged;
  const isGenuine = signature.keyType === "ssh-ed25519"
    ? await isMadeOver(path, { text, signature })
    : await askSshKeygen({ text, path }, { ...trust, principal: principal ?? literalPrincipal(judged.by) });
  if (!isGenuine) return refusal("message", "the file is not the one that was signed, or the signature was changed");
  return { ok: true, by: `${judged.by} (${sshFingerprint(signature.publicKey)})` };
}

/** Tells whether a signature was made over a file by the key inside it, whoever that is. */
export async function isMadeOver(
  path: string,
  { text, signature }: { text: Uint8Array<ArrayBuffer>; signature: SshSignature },
): Promise<boolean> {
  if (signature.keyType === "ssh-ed25519") {
    if (signature.signatureType !== "ssh-ed25519") return false;
    const bytes = signedBytes(path, signature);
    return isSignedBy(fromWire(signature.publicKey), { bytes, signature: signature.signature });
  }
  return await isMadeOverBySshKeygen(path, text);
}

/** Looks at the signature alone: enough after a judgement of our own, where OpenSSH before 9.1 knows no time in UTC. */
async function isMadeOverBySshKeygen(path: string, text: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return await withPrivateFolder(async (folder) => {
    Deno.writeFileSync(`${folder}/signature`, text);
    const args = ["-Y", "check-novalidate", "-n", NAMESPACE, "-s", `${folder}/signature`];
    return (await runProgram("ssh-keygen", { args, stdin: { path } })).success;
  });
}

async function askSshKeygen({ text, path }: SshClaim, trust: SshTrust & { principal: string }): Promise<boolean> {
  return await withPrivateFolder(async (folder) => {
    const files = writeTrust(folder, { text, trust });
    const args = ["-Y", "verify", "-n", NAMESPACE, "-I", trust.principal, ...files, ...verifyTime(trust.atMs)];
    const { success, words } = await runProgram("ssh-keygen", { args, stdin: { path } });
    if (!success && /invalid "verify-time"/i.test(words)) return await isMadeOverBySshKeygen(path, text);
    // Trust was judged before: what is left to refuse is the signature. Anything else (an old ssh-keygen that does not
    // know a date or a kind of key) is no verdict.
    if (success || words === "" || /signature verification failed|parse signature/i.test(words)) return success;
    const message = `Cannot verify the SSH signature: ssh-keygen says ${words.slice(0, 500)}`;
    throw new PermafrostError("unavailable", message.replaceAll(`${folder}/`, ""), { at: "ssh-keygen" });
  });
}

/** Of a certificate only ssh-keygen says who it is for. */
async function verifyCertified({ text, path }: SshClaim, trust: SshTrust): Promise<Verdict> {
  const found = await withPrivateFolder(async (folder) => {
    const args = ["-Y", "find-principals", ...writeTrust(folder, { text, trust }), ...verifyTime(trust.atMs)];
    const { success, stdout } = await runProgram("ssh-keygen", { args });
    return success ? new TextDecoder().decode(stdout).trim().split(/[\n,]/) : [];
  });
  const principal = trust.principal ?? found[0];
  if (principal === undefined || !found.includes(principal)) {
    return refusal("signer", "no certificate authority among the allowed signers vouches for its key");
  }
  if (await askSshKeygen({ text, path }, { ...trust, principal })) return { ok: true, by: principal };
  return refusal("message", "ssh-keygen does not verify it: another file, another signer, or past its time");
}

function writeTrust(folder: string, { text, trust }: { text: Uint8Array; trust: SshTrust }): string[] {
  Deno.writeFileSync(`${folder}/signature`, text);
  Deno.writeFileSync(`${folder}/allowed`, trust.allowedSigners);
  return ["-s", `${folder}/signature`, "-f", `${folder}/allowed`];
}

function verifyTime(atMs: number): string[] {
  return ["-O", `verify-time=${new Date(atMs).toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`];
}

/** A name that the patterns of a line match; ssh-keygen wants one. */
function literalPrincipal(patterns: string): string {
  const pattern = patterns.split(",").find((some) => !some.startsWith("!")) ?? patterns;
  return pattern.replaceAll("*", "").replaceAll("?", "x") || "x";
}
