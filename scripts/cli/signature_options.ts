/** Options about signatures, as data: for the commands that make and check them. @module */
import type { Call, OptionSpec } from "./command.ts";

/** The key that signs. */
export const KEY: OptionSpec = {
  name: "key",
  value: "FILE",
  summary: "the key, or the public half of one that ssh-agent holds",
};

/** Where a signature goes. */
export const SIGNATURE_OUTPUT: OptionSpec = {
  name: "output",
  value: "FILE",
  summary: "write it to this new file, not beside what it is of",
};

/** The options that `check` takes for signatures. */
export const SIGNATURE_OPTIONS: readonly OptionSpec[] = [
  { name: "signatures", summary: "verify what is signed and timestamped, by the trust that is given" },
  { name: "allowed-signers", value: "FILE", summary: "trust these signers of SSH signatures" },
  { name: "signer", value: "PRINCIPAL", summary: "SSH signatures must be by this one of them" },
  { name: "valid-at", value: "TIME", summary: "signers must be valid then, YYYY-MM-DDThh:mm:ssZ; now unless given" },
  { name: "public-key", value: "FILE", isRepeated: true, summary: "trust this Ed25519 key for attestations" },
  {
    name: "authority",
    value: "FILE",
    isRepeated: true,
    summary: "trust the timestamp authorities of these roots (PEM)",
  },
];

/** The name of an option about signatures that a call gives; null when it gives none. */
export function givenSignatureOption(
  { values, lists, flags }: Pick<Call, "values" | "lists" | "flags">,
): string | null {
  const given = ({ name }: OptionSpec): boolean =>
    flags.has(name) || values[name] !== undefined || (lists[name] ?? []).length > 0;
  return SIGNATURE_OPTIONS.find(given)?.name ?? null;
}
