/** Starts the process that serves an episode, stands between it and its client, and notices when it dies. @module */
import { fileURLToPath } from "node:url";
import { unscoredUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { writeEpisode } from "../episode_files.ts";
import { claimEpisode } from "./claim.ts";
import { type Order, orderLine } from "./order.ts";
import { SERVER_CODES, type ServerState } from "./server.ts";

/** Who is served, and where. */
export interface LaunchOptions {
  /** The folder that the episode goes into, by its absolute path; all that the process may read and write. */
  readonly folder: string;
  /** What the client says. */ readonly input: ReadableStream<Uint8Array>;
  /** Says something to the client. */ readonly write: (text: string) => void;
  /** Stops it, as the end of the input does. */ readonly signal: AbortSignal;
}

/** How long the process may take once it has been told to stop, in milliseconds; then it is killed. */
const GRACE_MS = 30_000;
/** The most that is kept of what the process writes to standard error, in characters. */
const WORDS = 300;
/** What Deno finds its cache by. */
const PLACES = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA", "SYSTEMROOT"];

/** Serves one episode in a process that may read and write one folder and nothing else: no network, no programs, no
 * environment. What it is to play goes to it through a pipe. A client that ends, listens no more, or has this process
 * stopped ends the episode. Where the process dies before there is a result, the episode is written as unscored.
 * @throws {PermafrostError} unavailable: it does not start; file-*: an unscored episode cannot be written; what `write`
 * throws but `Deno.errors.BrokenPipe`, once the episode has ended. */
export async function launchServer(order: Order, options: LaunchOptions): Promise<ServerState> {
  const { folder, input, write, signal } = options;
  const child = spawn(folder), words = tailOf(child.stderr), stop = new AbortController(), failures: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    stop.abort();
    timer ??= setTimeout(() => kill(child), GRACE_MS);
  };
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  const feeding = feed(child.stdin, { order, input, signal: stop.signal }), decoder = new TextDecoder();
  for await (const chunk of child.stdout) { // to its end in any case: the process must not wait for a client that is gone
    try {
      if (!stop.signal.aborted) write(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      failures.push(error);
      end();
    }
  }
  const { code } = await child.status;
  end();
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  await feeding;
  const state = stateOf(code) ?? writeLost(order, { folder, words: await words });
  await words;
  const failure = failures.find((each) => !(each instanceof Deno.errors.BrokenPipe));
  if (failure !== undefined) throw failure;
  return state;
}

function spawn(folder: string): Deno.ChildProcess {
  const url = new URL("./server.ts", import.meta.url),
    script = url.protocol === "file:" ? fileURLToPath(url) : url.href;
  const args = [
    ...["run", "--no-prompt", "--quiet", "--cached-only", "--no-check", "--no-lock", "--no-config"],
    ...["--allow-read=.", "--allow-write=.", script, folder], // by name a folder could not have a comma
  ];
  const places = PLACES.map((name) => [name, Deno.env.get(name)]).filter(([, value]) => value !== undefined);
  const env = { ...Object.fromEntries(places), NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  try {
    const streams = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    return new Deno.Command(Deno.execPath(), { args, env, clearEnv: true, cwd: folder, ...streams }).spawn();
  } catch (cause) {
    throw new PermafrostError("unavailable", "Cannot serve: the server's process does not start", { cause });
  }
}

/** Hands over the order, then what the client says; closes the pipe when that ends, or at the signal. */
async function feed(
  stdin: WritableStream<Uint8Array>,
  { order, input, signal }: { order: Order; input: ReadableStream<Uint8Array>; signal: AbortSignal },
): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(orderLine(order)));
    writer.releaseLock();
    await input.pipeTo(stdin, { signal });
  } catch { // it has ended, or was told to: its exit code says the rest
    await input.cancel().catch(() => {});
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch { /* it has ended */ }
}

function stateOf(code: number): ServerState | undefined {
  const states = Object.keys(SERVER_CODES) as ServerState[];
  return states.find((state) => SERVER_CODES[state] === code);
}

/** Makes the record of an episode whose process died; what that wrote before stays. */
function writeLost({ unit, salt }: Order, { folder, words }: { folder: string; words: string }): ServerState {
  const detail = `the server's process died: ${words || "it said nothing"}`;
  const lost = unscoredUnit(unit, { reason: "crash", detail, salt_hash: saltHash(salt) });
  if (writeEpisode(folder, lost) === "kept") return "scored";
  try {
    claimEpisode(folder, lost.record.episode_id).release(); // the file of the claim that it left behind
  } catch { /* another server plays it by now */ }
  return "unscored";
}

/** The end of a stream as text, in one line. */
async function tailOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) text = (text + part).slice(-WORDS);
  return text.replace(/\s+/g, " ").trim().toWellFormed();
}
