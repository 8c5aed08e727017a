/** The process that serves an episode. Its one argument is the folder that the episode goes into, which is all that it
 * may read and write. Standard input is the order and then the client's lines, standard output the answers. The exit code
 * says what became of the episode; one that is not among {@linkcode SERVER_CODES} is a crash. @module */
import type { RecordedEpisode } from "../../../experiments/je-v1/sweep/episode_record.ts";
import { episodeId, type PreparedUnit, prepareUnit, unscoredUnit } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import type { JsonObject } from "../../../kernel/json_value.ts";
import { byteLines } from "../../byte_lines.ts";
import { writeEpisode } from "../episode_files.ts";
import { type Claim, claimEpisode } from "./claim.ts";
import { openLive } from "./live_episode.ts";
import { readOrder } from "./order.ts";
import { type Lines, MAX_LINE_BYTES, serveEpisode } from "./serve.ts";

/** The exit codes of the process. */
export const SERVER_CODES = { scored: 0, unscored: 10, idle: 11, taken: 12 } as const;
/** What became of an episode. `idle`: no tool was called, and nothing was written; `taken`: another server
 * plays the unit or has written a result of it, and this one has not played. */
export type ServerState = keyof typeof SERVER_CODES;

/** Where a server reads and writes. */
export interface ServerIo {
  /** The order's line, then the client's. */ readonly input: Lines;
  /** Writes a line. */ readonly write: (line: string) => Promise<void>;
  /** A clock in milliseconds, for the latencies. */ readonly nowMs: () => number;
}

/** Serves one episode into a folder. The ledger is committed to before the first call. The file is written, whole, when
 * the episode ends and before its last call is answered, or as stopped when the input ends after a call; a fault of this side makes it
 * unscored.
 * @throws {PermafrostError} record-invalid, json-*: there is no order; file-*: the episode cannot be written. */
export async function runServer(folder: string, { input, write, nowMs }: ServerIo): Promise<ServerState> {
  const lines = input[Symbol.asyncIterator](), first = await lines.next();
  const [line = null, ...others] = first.done === true ? [] : first.value;
  const { unit, salt } = readOrder(line), salt_hash = saltHash(salt);
  let prepared: PreparedUnit | undefined, claim: Claim | undefined, state: ServerState = "idle";
  const begin = (): void => {
    try {
      claim = claimEpisode(folder, episodeId(unit, salt_hash));
    } catch (error) {
      if (error instanceof PermafrostError && error.code === "file-exists") state = "taken";
      throw error;
    }
  };
  const keep = (episode: RecordedEpisode): void => {
    const isKept = writeEpisode(folder, episode) === "kept";
    claim?.release(); // from now on the result stands in the way
    state = isKept ? "taken" : episode.record.unscored === null ? "scored" : "unscored";
  };
  try {
    prepared = prepareUnit(unit, { salt });
    const episode = openLive(prepared, { nowMs, begin }),
      ended = (provider: JsonObject): void => keep(episode.finish(provider));
    await serveEpisode({ episode, input: joined(others, lines), write, ended });
  } catch (thrown) {
    if (state !== "idle") return state; // only an answer is lost
    const why = prepared === undefined ? { reason: "instance" } as const : { reason: "crash", prepared } as const;
    keep(unscoredUnit(unit, { ...why, detail: wordsOf(thrown), salt_hash }));
  }
  return state;
}

/** The message of what was thrown, in one line of at most 500 characters. */
function wordsOf(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ").slice(0, 500).toWellFormed();
}

/** What is left of a list of lines, then the lists that follow. */
async function* joined(first: readonly (Uint8Array | null)[], rest: AsyncIterator<typeof first>): AsyncGenerator<
  typeof first,
  void
> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

if (import.meta.main) {
  // What asks the launcher to stop may come here too, as from a terminal; the end of the input is what ends this process.
  const names: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const name of names) Deno.addSignalListener(name, () => {});
  const writer = Deno.stdout.writable.getWriter(), encoder = new TextEncoder();
  Deno.exitCode = SERVER_CODES[
    await runServer(Deno.args[0] ?? "", {
      input: byteLines(Deno.stdin.readable, MAX_LINE_BYTES),
      write: (line) => writer.write(encoder.encode(line)),
      nowMs: () => performance.now(),
    })
  ];
}
