/** A small vault, written here and not by the code under test, and the program run in memory. @module */
import { createHash } from "node:crypto";
import { type Edition, type ProgramIo, runProgram } from "../../../../experiments/recovery-v1/vault/program.ts";
import { inFolder } from "../../../in_folder.ts";

/** What a seeded vault holds. */
export interface SeededVault {
  /** The folder of the vault's user: XDG_DATA_HOME. */
  readonly place: string;
  /** The vault. */
  readonly vault: string;
  /** The snapshot of the codex transcript. */
  readonly codex: string;
  /** The snapshot of the claude_code transcript. */
  readonly claude: string;
}

/** The card that closes both transcripts. */
export const CARD = "[gobstopper state card]\ngoal: Paint the Fence\nerror: brush is dry\ncurrent: second coat";

/** The records of the codex transcript. */
export const CODEX_RECORDS: readonly string[] = [
  { type: "session_meta", payload: { id: "codex-session" } },
  {
    type: "response_item",
    payload: { type: "function_call_output", call_id: "c1", output: "needle, é漢🧵 and --needle" },
  },
  { type: "response_item", payload: { type: "message", role: "user", content: [{ type: "input_text", text: CARD }] } },
].map((record) => JSON.stringify(record));

/** The records of the claude_code transcript. */
export const CLAUDE_RECORDS: readonly string[] = [
  { type: "user", uuid: "u1", parentUuid: null, sessionId: "claude-session", message: { role: "user", content: CARD } },
].map((record) => JSON.stringify(record));

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function store(vault: string, records: readonly string[], { provider }: { provider: string }): string {
  const source = records.join("\n") + "\n", bytes = new TextEncoder().encode(source).length, name = sha256(source);
  Deno.writeTextFileSync(`${vault}/chunks/${name}`, source);
  const manifest = JSON.stringify({ schema_version: 3, source_sha256: name, bytes, chunks: [name] });
  const digest = sha256(manifest);
  Deno.writeTextFileSync(`${vault}/manifests/${digest}`, manifest);
  const line = {
    ts: 1_700_000_000,
    sha256: digest,
    source_sha256: name,
    path: "/home/someone/a.jsonl",
    session_id: `${provider}-session`,
    provider,
    bytes,
    record_count: records.length,
    strategy: "snapshot",
  };
  Deno.writeTextFileSync(`${vault}/index.jsonl`, `${JSON.stringify(line)}\n`, { append: true });
  return digest;
}

/** Runs a test on a vault with two snapshots in a folder of its own. */
export function withVault<T>(use: (seeded: SeededVault) => T): T {
  return inFolder((place) => {
    const vault = `${place}/gobstopper/vault`;
    for (const folder of ["chunks", "manifests"]) Deno.mkdirSync(`${vault}/${folder}`, { recursive: true });
    const codex = store(vault, CODEX_RECORDS, { provider: "codex" });
    const claude = store(vault, CLAUDE_RECORDS, { provider: "claude_code" });
    return use({ place, vault, codex, claude });
  });
}

/** How a command ended. */
export interface ProgramEnd {
  /** The exit code. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

/** A program's connections, in memory. */
export function memoryIo(
  vault: string,
  input: readonly Uint8Array[] = [],
): { io: ProgramIo; out: () => string; err: () => string } {
  let [out, err] = ["", ""];
  const parts = [...input];
  const read = (buffer: Uint8Array): Promise<number | null> => {
    const part = parts.shift();
    if (part === undefined) return Promise.resolve(null);
    const taken = part.subarray(0, buffer.length);
    buffer.set(taken);
    if (part.length > taken.length) parts.unshift(part.subarray(taken.length));
    return Promise.resolve(taken.length);
  };
  const write = (text: string): Promise<void> => Promise.resolve(void (out += text));
  const io = { vault: () => vault, nowSeconds: () => 1_800_000_000, cwd: () => Deno.cwd(), read, write };
  return { io: { ...io, warn: (text) => void (err += text) }, out: () => out, err: () => err };
}

/** Runs a command line in memory. */
export async function runWords(words: readonly string[], { edition, vault }: {
  edition: Edition;
  vault: string;
}): Promise<ProgramEnd> {
  const { io, out, err } = memoryIo(vault);
  const code = await runProgram(words, { edition, io });
  return { code, out: out(), err: err() };
}
