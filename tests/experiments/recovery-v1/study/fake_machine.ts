/** Two executables in this process, right in every respect, and a place to make them wrong. They read the vault on
 * disk, in the plainest way. @module */
import { createHash } from "node:crypto";
import { type CommandOutcome, concatenate } from "../../../../experiments/recovery-v1/study/command.ts";
import type { Backend, Conversation, Invocation, Machine } from "../../../../experiments/recovery-v1/study/machine.ts";

/** What a fake answers. */
export interface FakeAnswer {
  readonly code: number;
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
  readonly stop?: CommandOutcome["stop"];
  readonly isSignal?: boolean;
}
/** What a fake was asked. */
export interface FakeCall {
  readonly backend: Backend;
  readonly command: string;
  /** The operand, where there is one. */
  readonly sha: string;
  readonly options: ReadonlyMap<string, string>;
  readonly dataHome: string;
}
/** Changes answers: of a command, and of the server (null: no answer at all). */
export interface Fault {
  readonly answer?: (call: FakeCall, right: FakeAnswer) => FakeAnswer | Promise<FakeAnswer>;
  readonly server?: (message: Message, given: { reply: Message; allowed: boolean }) => Message | string | null;
}
/** A message of JSON-RPC. */
// deno-lint-ignore no-explicit-any -- a test reads and bends whatever is in it
export type Message = any;

const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { fatal: true });
const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
const TOOLS = ["search_snapshot", "read_snapshot"];
const MARKER = "[gobstopper state card]";

/** Makes a machine whose executables are right but for a fault; `calls` lists what was asked. */
export function fakeMachine(fault: Fault = {}): Machine & { calls: FakeCall[] } {
  const calls: FakeCall[] = [];
  const run = async (invocation: Invocation): Promise<CommandOutcome> => {
    const call = readCall(invocation);
    calls.push(call);
    const right = answer(call);
    return toOutcome(await fault.answer?.(call, right) ?? right);
  };
  return { killer: "none", calls, run, converse: (invocation) => converse(invocation, fault) };
}

/** A success with a value. */
export function json(value: unknown): FakeAnswer {
  return { code: 0, stdout: JSON.stringify(value) + "\n", stderr: "" };
}

/** A refusal. */
export const REFUSAL: FakeAnswer = { code: 1, stdout: "", stderr: "refused\n" };

/** Changes the value of a success, and leaves refusals as they are. */
export function bend(right: FakeAnswer, change: (value: Message) => unknown): FakeAnswer {
  if (right.code !== 0) return right;
  const value = JSON.parse(String(right.stdout)) as Message;
  return json(change(value) ?? value);
}

/** Turns a fake's answer into an outcome. */
export function toOutcome({ code, stdout, stderr, stop = null, isSignal = false }: FakeAnswer): CommandOutcome {
  const bytes = typeof stdout === "string" ? encoder.encode(stdout) : stdout;
  return { code, isSignal, stop, stdout: bytes, stderr: encoder.encode(stderr), durationMs: 1 };
}

function readCall({ backend, args, dataHome }: Invocation): FakeCall {
  const [command = "", ...rest] = args, options = new Map<string, string>();
  let sha = "";
  for (let at = 0; at < rest.length; at++) {
    if (rest[at] === "--json") continue;
    if (rest[at]!.startsWith("--")) options.set(rest[at]!, rest[++at] ?? "");
    else sha = rest[at]!;
  }
  return { backend, command, sha: sha || (options.get("--sha") ?? ""), options, dataHome };
}

function answer(call: FakeCall): FakeAnswer {
  const { backend, command, options } = call;
  try {
    if (command === "show") {
      const { bytes, records } = openSnapshot(call);
      return json({ bytes, record_count: records.length, strategy: "fixture" });
    }
    if (command === "recall") return json(recall(call, options.get("--query")!));
    if (backend === "candidate" && command === "search-snapshot") {
      return json(search(call, { query: options.get("--query")!, limit: Number(options.get("--limit") ?? 20) }));
    }
    if (backend === "candidate" && command === "read-snapshot") {
      const [record = 0, offset = 0, maxBytes = 4096] = ["--record", "--offset", "--max-bytes"]
        .map((name) => options.has(name) ? Number(options.get(name)) : undefined);
      return json(read(call, { record, offset, maxBytes }));
    }
  } catch (error) {
    return { ...REFUSAL, stderr: `${(error as Error).message}\n` };
  }
  return { ...REFUSAL, code: 2, stderr: "unknown command\n" };
}

function demand(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Error(reason);
}

type Place = Pick<FakeCall, "sha" | "dataHome">;

/** Opens a snapshot and checks every digest. */
function openSnapshot({ sha, dataHome }: Place) {
  demand(/^[0-9a-f]{64}$/.test(sha), "no digest");
  const vault = `${dataHome}/gobstopper/vault`, manifest = Deno.readFileSync(`${vault}/manifests/${sha}`);
  demand(sha256(manifest) === sha, "manifest damaged");
  const { chunks, source_sha256: source, bytes } = JSON.parse(decoder.decode(manifest)) as Message;
  const parts = (chunks as string[]).map((name) => {
    const part = Deno.readFileSync(`${vault}/chunks/${name}`);
    demand(sha256(part) === name, "chunk damaged");
    return part;
  });
  const all = concatenate(parts);
  demand(sha256(all) === source && all.length === bytes, "source damaged");
  const lines: Uint8Array[] = [];
  for (let from = 0, end; from < all.length; from = end + 1) {
    end = all.indexOf(10, from);
    if (end < 0) end = all.length;
    lines.push(all.subarray(from, end));
  }
  return { bytes, records: lines, identity: { snapshot_sha256: sha, source_sha256: source } };
}

function search(place: Place, { query, limit }: { query: string; limit: number }) {
  const size = encoder.encode(query).length;
  demand(size >= 1 && size <= 1024 && limit >= 1 && limit <= 50, "bad query or limit");
  const { records, identity } = openSnapshot(place);
  let unsearchable = 0;
  const matches = records.flatMap((bytes, index) => {
    const value = parse(bytes);
    if (value === undefined) unsearchable++;
    const count = textsOf(value).reduce((total, text) => total + text.split(query).length - 1, 0);
    const facts = { record_index: index, record_sha256: sha256(bytes), record_bytes: bytes.length };
    return count > 0 ? [{ ...facts, match_count: count }] : [];
  });
  return {
    ...identity,
    ...{ matches: matches.slice(0, limit), matched_records: matches.length, unsearchable_records: unsearchable },
    truncated: matches.length > limit,
  };
}

function read(place: Place, { record, offset, maxBytes }: { record: number; offset: number; maxBytes: number }) {
  demand(maxBytes >= 4 && maxBytes <= 16_384, "bad max-bytes");
  const { records, identity } = openSnapshot(place), bytes = records[record];
  demand(bytes !== undefined, "no such record");
  const isInside = (at: number): boolean => at < bytes.length && (bytes[at]! & 0xc0) === 0x80;
  demand(offset <= bytes.length && !isInside(offset), "bad offset");
  let end = Math.min(bytes.length, offset + maxBytes);
  while (isInside(end)) end--;
  return {
    ...identity,
    ...{ record_index: record, record_sha256: sha256(bytes), record_bytes: bytes.length, offset },
    ...{ next_offset: end === bytes.length ? null : end, content: decoder.decode(bytes.subarray(offset, end)) },
    content_trust: "untrusted_archived_data",
  };
}

function recall(call: FakeCall, query: string) {
  const { records } = openSnapshot(call), isOld = call.backend === "baseline";
  return records.flatMap((bytes) => {
    const { text, isCodex } = userText(parse(bytes));
    if (text === null || !text.startsWith(`${MARKER}\n`) || (isOld && isCodex)) return [];
    const of = (name: string): string[] =>
      text.split("\n").filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    const goal = of("goal")[0] ?? null;
    const hay = isOld ? goal ?? "" : text;
    if (!hay.toLowerCase().includes(query.toLowerCase())) return [];
    const card = { snapshot_sha: call.sha, goal, errors: of("error"), current_work: of("current")[0] ?? null };
    return [isOld ? { ...card, errors: [], current_work: null } : card];
  });
}

function userText(record: Message): { text: string | null; isCodex: boolean } {
  const { type, payload, message } = record ?? {};
  if (type === "response_item" && payload?.type === "message" && payload.role === "user") {
    return { text: payload.content[0].text, isCodex: true };
  }
  const isText = type === "user" && typeof message?.content === "string";
  return { text: isText ? message.content : null, isCodex: false };
}

function parse(bytes: Uint8Array): Message {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function converse({ args, dataHome }: Invocation, { server }: Fault): Conversation {
  const allowed = args.includes("--allow-transcript-content");
  const lines: string[] = [];
  const tool = (name: string, given: Message): unknown => {
    const place = { sha: given.sha, dataHome };
    const value = name === "search_snapshot"
      ? search(place, { query: given.query, limit: given.limit })
      : read(place, { record: given.record, offset: given.offset, maxBytes: given.max_bytes });
    return { content: [{ type: "text", text: JSON.stringify(value) }] };
  };
  const result = ({ method, params }: Message): unknown => {
    if (method === "initialize") {
      const capabilities = { tools: {} }, serverInfo = { name: "fake", version: "1" };
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo };
    }
    if (method === "tools/list") return { tools: (allowed ? ["list", ...TOOLS] : ["list"]).map((name) => ({ name })) };
    return allowed
      ? tool(params.name, params.arguments)
      : { isError: true, content: [{ type: "text", text: "denied" }] };
  };
  return {
    say: (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id === undefined || message.method === undefined) return Promise.resolve();
      const reply = { jsonrpc: "2.0", id: message.id, result: result(message) };
      const said = server === undefined ? reply : server(message, { reply, allowed });
      if (said !== null) lines.push(typeof said === "string" ? said : JSON.stringify(said));
      return Promise.resolve();
    },
    hear: () => Promise.resolve(lines.shift() ?? null),
    close: () => Promise.resolve(toOutcome({ code: 0, stdout: "", stderr: "" })),
  };
}
