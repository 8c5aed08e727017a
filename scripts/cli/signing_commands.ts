/** The commands that sign, attest and timestamp, as data. @module */
import type { CommandSpec, OptionSpec } from "./command.ts";
import { KEY, SIGNATURE_OUTPUT } from "./signature_options.ts";

/** What `reproduce` takes for a signed receipt. */
export const RECEIPT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "attest",
    value: "FILE",
    summary: "sign a receipt of it into this new file, NAME.sigstore.json; needs --key",
  },
  KEY,
];

/** The commands that sign, attest and timestamp, in the order of the help. */
export const SIGNING_COMMANDS: readonly CommandSpec[] = [
  {
    name: "sign",
    summary: "sign a manifest or an archive by SSH",
    operands: ["EXPERIMENT|FILE"],
    details: "Lets ssh-keygen sign the exact bytes of manifest.json, or of FILE, for the namespace permafrost; so " +
      "agents, hardware keys and passphrases work, and ssh-keygen -Y verify -n permafrost verifies. The signature " +
      "goes into results/ as manifest.json.sig, or beside FILE as FILE.sig. A drifted experiment is not signed.",
    options: [KEY, SIGNATURE_OUTPUT],
    endsItself: true,
    load: async () => (await import("./sign.ts")).runSign,
  },
  {
    name: "attest",
    summary: "sign the decision of a result, as an in-toto statement",
    operands: ["RESULT"],
    details:
      "Writes RESULT.sigstore.json: the statement in a DSSE envelope in a Sigstore bundle, signed by an Ed25519 " +
      "key: a PKCS#8 file, or one in ssh-agent whose public half is given. A decision that is not met is attested as " +
      "readily as one that is.",
    options: [
      KEY,
      SIGNATURE_OUTPUT,
      { name: "test-result", summary: "attest only that the frozen checks ran, in in-toto's test-result form" },
    ],
    load: async () => (await import("./attest.ts")).runAttest,
  },
  {
    name: "timestamp",
    summary: "have a manifest or file timestamped (RFC 3161)",
    operands: ["EXPERIMENT|FILE"],
    details:
      "The authority sees a SHA-256 and nothing else. What it answers goes into results/ as manifest.json.tsr, " +
      "or beside FILE as FILE.tsr. Without a network: --request-only writes FILE.tsq, and --import takes the answer.",
    options: [
      { name: "tsa", value: "URL", summary: "ask this authority; the one way in which this uses the network" },
      { name: "timeout", value: "MS", summary: "how long it may take, in milliseconds (30000)" },
      { name: "request-only", summary: "write the request to a file, to be posted elsewhere" },
      { name: "import", value: "FILE", summary: "take this answer to such a request" },
      { name: "request", value: "FILE", summary: "the request that it answers, where that was put elsewhere" },
      { name: "authority", value: "FILE", summary: "keep only what verifies against these roots (PEM)" },
      SIGNATURE_OUTPUT,
    ],
    endsItself: true,
    load: async () => (await import("./timestamp.ts")).runTimestamp,
  },
];
