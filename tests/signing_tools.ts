/** Keys, agents and authorities for tests of signatures, made by the programs that must agree with ours. @module */
import { ContentInfo } from "@peculiar/asn1-cms";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  Accuracy,
  MessageImprint,
  PKIStatus,
  PKIStatusInfo,
  TimeStampResp,
  TSTInfo,
  TSTInfoVersion,
} from "@peculiar/asn1-tsp";
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";
import { generateKeyPairSync } from "node:crypto";
import { joinBytes, writeWire } from "../scripts/signing/ssh_wire.ts";
import { SHA256_OID } from "../scripts/signing/timestamp_request.ts";
import { inFolder } from "./in_folder.ts";

/** How a program ended. */
export interface ToolEnd {
  /** Whether its exit code was 0. */
  readonly success: boolean;
  /** Standard output. */
  readonly stdout: Uint8Array<ArrayBuffer>;
  /** Both outputs as text. */
  readonly words: string;
}

/** Runs a program; its standard input is the bytes given. */
export async function tool(
  name: string,
  args: readonly string[],
  options: { stdin?: Uint8Array; cwd?: string; env?: Record<string, string> } = {},
): Promise<ToolEnd> {
  const { stdin = new Uint8Array(), ...rest } = options;
  const child = new Deno.Command(name, {
    args: [...args],
    ...rest,
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const feeding = new Blob([stdin as BlobPart]).stream().pipeTo(child.stdin).catch(() => {});
  const { success, stdout, stderr } = await child.output();
  await feeding;
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { success, stdout: new Uint8Array(stdout), words: `${out}${err}` };
}

/** As {@linkcode tool}, but throws when the program fails. */
export async function mustRun(name: string, args: readonly string[], options: Parameters<typeof tool>[2] = {}) {
  const end = await tool(name, args, options);
  if (!end.success) throw new Error(`${name} ${args.join(" ")} failed: ${end.words}`);
  return end;
}

function isThere(name: string, args: readonly string[]): boolean {
  try {
    new Deno.Command(name, { args: [...args], stdin: "null", stdout: "null", stderr: "null" }).outputSync();
    return true;
  } catch {
    return false;
  }
}

const HAS = {
  "ssh-keygen": isThere("ssh-keygen", ["-?"]),
  "ssh-agent": isThere("ssh-agent", ["-?"]),
  "openssl": isThere("openssl", ["version"]),
  "loopback": Deno.networkInterfaces().some(({ address }) => address === "127.0.0.1"),
};

/** A test that needs programs, or this machine to answer itself; left out, and named so, where one is missing. */
export function testWith(name: string, programs: readonly (keyof typeof HAS)[], fn: () => Promise<unknown>): void {
  const missing = programs.filter((program) => !HAS[program]);
  const left = missing.length === 0 ? "" : ` (left out: no ${missing.join(", no ")})`;
  Deno.test({ name: `${name}${left}`, ignore: left !== "", fn: async () => void await fn() });
}

/** The kinds of SSH key that are tried. */
export const KEY_KINDS = {
  "ed25519": ["-t", "ed25519"],
  "ecdsa-256": ["-t", "ecdsa", "-b", "256"],
  "ecdsa-521": ["-t", "ecdsa", "-b", "521"],
  "rsa": ["-t", "rsa", "-b", "2048"],
} as const;

/** One of them. */
export type KeyKind = keyof typeof KEY_KINDS;

/** RSA keys take long to find: one of a name serves all tests of a process. */
const found = new Map<string, readonly [secret: string, half: string]>();

/** Makes an SSH key without a passphrase; gives the path of the private half. */
export async function makeSshKey(folder: string, kind: KeyKind, name: string = kind): Promise<string> {
  const path = `${folder}/${name}`, [secret, half] = (kind === "rsa" ? found.get(name) : undefined) ?? [];
  if (secret !== undefined && half !== undefined) {
    Deno.writeTextFileSync(path, secret, { mode: 0o600 });
    Deno.writeTextFileSync(`${path}.pub`, half);
    return path;
  }
  await mustRun("ssh-keygen", ["-q", "-N", "", "-C", "", ...KEY_KINDS[kind], "-f", path]);
  if (kind === "rsa") found.set(name, [Deno.readTextFileSync(path), Deno.readTextFileSync(`${path}.pub`)]);
  return path;
}

/** The public half of a key, as type and base64. */
export function publicHalf(keyPath: string): string {
  return Deno.readTextFileSync(`${keyPath}.pub`).trim();
}

/** Makes an Ed25519 key as PKCS#8 and SPKI files; gives their paths. */
export function makePemKey(folder: string, name = "signer"): { privatePath: string; publicPath: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const [privatePath, publicPath] = [`${folder}/${name}.key`, `${folder}/${name}.pem`];
  Deno.writeTextFileSync(privatePath, privateKey.export({ format: "pem", type: "pkcs8" }) as string, { mode: 0o600 });
  Deno.writeTextFileSync(publicPath, publicKey.export({ format: "pem", type: "spki" }) as string);
  return { privatePath, publicPath };
}

/** Runs an ssh-agent that holds keys while something is done; ends it afterwards. */
export async function withAgent(keys: readonly string[], use: (socket: string) => Promise<unknown>): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "agent" }), socket = `${folder}/s`;
  const agent = new Deno.Command("ssh-agent", {
    args: ["-D", "-a", socket],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  })
    .spawn();
  const reader = agent.stdout.getReader();
  try {
    await reader.read(); // it prints its variables once it listens
    for (const key of keys) await mustRun("ssh-add", ["-q", key], { env: { SSH_AUTH_SOCK: socket } });
    await use(socket);
  } finally {
    agent.kill("SIGTERM");
    await reader.cancel();
    await agent.status;
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A message of the agent's protocol. */
export function agentMessage(type: number, ...fields: (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return writeWire([joinBytes([Uint8Array.of(type), writeWire(fields)])]);
}

/** An agent that gives scripted answers, one a connection; null is silence. */
export async function withFakeAgent(
  answers: readonly (Uint8Array | null)[],
  use: (socket: string) => Promise<unknown>,
): Promise<void> {
  await inFolder(async (folder) => {
    const socket = `${folder}/s`, listener = Deno.listen({ transport: "unix", path: socket });
    const waiting = [...answers], open: Deno.Conn[] = [];
    const serving = (async () => {
      for await (const connection of listener) {
        open.push(connection);
        await connection.read(new Uint8Array(1_024));
        const answer = waiting.shift() ?? null;
        if (answer === null) continue;
        await connection.write(answer).catch(() => {});
        connection.close();
        open.pop();
      }
    })();
    await use(socket);
    listener.close();
    await serving;
    for (const connection of open) connection.close();
  });
}

/** What a crafted token says. */
export interface CraftedClaim {
  /** The SHA-256 that it covers, in hex. */
  readonly sha256: string;
  /** The time that it states. */
  readonly time: string;
  /** Whether it leaves its certificate unnamed. */
  readonly isUnnamed?: boolean;
  /** Whether the root signs it too. */
  readonly isTwice?: boolean;
  /** The kind of its content; a token's unless told. */
  readonly contentType?: string;
}

/** A timestamp authority of OpenSSL. */
export interface Authority {
  /** The path of its root certificate. */
  readonly rootPath: string;
  /** Answers a request as `openssl ts -reply` does. */
  readonly reply: (query: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
  /** Signs what an honest authority would not: any time, by any certificate, with or without a note of that. */
  readonly craft: (claim: CraftedClaim) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Parts of an authority that a test can spoil. */
export interface AuthorityParts {
  /** The kind of its signing key. */
  readonly kind: "rsa" | "ec";
  /** The extensions of its signing certificate; those of an authority unless told. */
  readonly extensions?: string;
  /** The digest that it signs with; sha256 unless told. */
  readonly digest?: string;
}

const EXTENSIONS =
  "basicConstraints=critical,CA:FALSE\nextendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n";

/** Makes an authority in a folder of its own. */
export async function makeAuthority(
  folder: string,
  { kind, extensions = EXTENSIONS, digest = "sha256" }: AuthorityParts,
) {
  Deno.mkdirSync(folder, { recursive: true });
  const run = (args: readonly string[]) => mustRun("openssl", args, { cwd: folder });
  const keyOf = kind === "rsa" ? ["-newkey", "rsa:2048"] : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const own = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"];
  await run([
    "req",
    "-x509",
    ...keyOf,
    "-nodes",
    "-keyout",
    "root.key",
    "-out",
    "root.pem",
    "-subj",
    "/CN=Root",
    "-days",
    "30",
    ...own,
  ]);
  await run(["req", ...keyOf, "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Authority"]);
  Deno.writeTextFileSync(`${folder}/extensions`, extensions);
  const files = [
    "-in",
    "tsa.csr",
    "-CA",
    "root.pem",
    "-CAkey",
    "root.key",
    "-CAcreateserial",
    "-extfile",
    "extensions",
  ];
  await run(["x509", "-req", ...files, "-days", "30", "-out", "tsa.pem"]);
  Deno.writeTextFileSync(`${folder}/serial`, "01\n");
  const at = (name: string) => `${folder}/${name}`;
  Deno.writeTextFileSync(
    at("config"),
    `[tsa]\ndefault_tsa = own\n[own]\nserial = ${at("serial")}\nsigner_cert = ${at("tsa.pem")}\n` +
      `certs = ${at("root.pem")}\nsigner_key = ${
        at("tsa.key")
      }\nsigner_digest = ${digest}\ndefault_policy = 1.2.3.4\n` +
      `digests = sha256, sha512\naccuracy = secs:1\ness_cert_id_alg = sha256\n`,
  );
  const reply = async (query: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
    Deno.writeFileSync(at("query"), query);
    await run(["ts", "-reply", "-config", "config", "-queryfile", "query", "-out", "answer"]);
    return Deno.readFileSync(at("answer"));
  };
  const craft: Authority["craft"] = async (
    { sha256, time, isUnnamed, isTwice, contentType = "1.2.840.113549.1.9.16.1.4" },
  ) => {
    const info = new TSTInfo({
      version: TSTInfoVersion.v1,
      policy: "1.2.3.4",
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256_OID, parameters: null }),
        hashedMessage: new OctetString(Uint8Array.fromHex(sha256)),
      }),
      serialNumber: Uint8Array.of(1).buffer,
      genTime: new Date(time),
      accuracy: new Accuracy({ seconds: 1 }),
    });
    Deno.writeFileSync(at("info"), new Uint8Array(AsnConvert.serialize(info)));
    const note = isUnnamed ? [] : ["-cades"], signer = ["-signer", "tsa.pem", "-inkey", "tsa.key"];
    const files = [
      "-in",
      "info",
      ...signer,
      ...(isTwice ? ["-signer", "root.pem", "-inkey", "root.key"] : []),
      "-outform",
      "DER",
      "-out",
      "token",
    ];
    await run([
      "cms",
      "-sign",
      "-binary",
      "-nodetach",
      "-md",
      digest,
      ...note,
      "-econtent_type",
      contentType,
      ...files,
    ]);
    const timeStampToken = AsnConvert.parse(Deno.readFileSync(at("token")), ContentInfo);
    const response = new TimeStampResp({ status: new PKIStatusInfo({ status: PKIStatus.granted }), timeStampToken });
    return new Uint8Array(AsnConvert.serialize(response));
  };
  return { rootPath: at("root.pem"), reply, craft } satisfies Authority;
}
