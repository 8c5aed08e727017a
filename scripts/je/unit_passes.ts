/** Units of work in passes: in each, worker processes that reach the same one host, or none. A unit that a judge scores goes
 * through two, the model's and the judge's, so that no process reaches both. @module */
import { type ModelEntry, type Unit, unscoredUnit } from "../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../experiments/je-v1/verify/commitment.ts";
import { basename } from "node:path";
import { ERROR_CODES, type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import { toFileError } from "../../kernel/file_read.ts";
import { CHAT_ADAPTER, endpointOf, refuseOwnJudge } from "./chat/endpoint.ts";
import { keyOf, redactor } from "./chat/secret.ts";
import { writeEpisode } from "./episode_files.ts";
import { runAndWrite, type UnitReply } from "./run_and_write.ts";
import { workerCommand } from "./worker_command.ts";
import { runPool } from "./worker_pool.ts";

/** What units are done with. */
export interface UnitMeans {
  /** Where episodes are and go; it is there. */ readonly folder: string;
  /** The campaign's secret, and the file that workers read it from; null: none. */
  readonly salt: { readonly text: string; readonly path: string } | null;
  /** The environment variable with the key of the models' servers; absent: they take none. */
  readonly keyEnv?: string | undefined;
  /** The model that judges; absent: the deterministic panel does. */ readonly judge?: JudgeMeans | undefined;
  /** Worker processes; 0: this one does what needs no network, and one does the rest. */ readonly workers: number;
  /** Stops it; what is written stays. */ readonly signal: AbortSignal;
  /** A clock in milliseconds, for latencies. */ readonly nowMs: () => number;
}

/** A judge and where its parts are. */
export interface JudgeMeans {
  /** Its entry. */ readonly entry: ModelEntry;
  /** The file of the entry. */ readonly path: string;
  /** The environment variable with its key; absent: it takes none. */ readonly keyEnv?: string | undefined;
}

/** One pass. */
export interface UnitPass {
  /** The host and port that its workers reach; null: none. */ readonly host: string | null;
  /** Whether units have their episode after it. */ readonly isLast: boolean;
  /** Whether it takes a unit of this model. */ readonly takes: (model: ModelEntry) => boolean;
}

/** The passes that models need, in their order: those without a network first, then host by host, a judge last.
 * @throws {PermafrostError} unavailable: a model has an adapter that does not run here; record-invalid: an entry is not as
 * its adapter needs it; usage: a model would judge itself, or one key would go to several hosts. */
export function passesOf(
  models: readonly ModelEntry[],
  { judge, keyEnv }: Pick<UnitMeans, "judge" | "keyEnv">,
): UnitPass[] {
  for (const { id, adapter } of models) {
    if (adapter === "reference" || adapter === CHAT_ADAPTER) continue;
    const state = `the model ${id} has the adapter ${adapter}, which does not run here`;
    throw new PermafrostError("unavailable", `Cannot run the sweep: ${state}`);
  }
  const isChat = ({ adapter }: ModelEntry): boolean => adapter === CHAT_ADAPTER;
  const hosts = new Set(models.filter(isChat).map((model) => endpointOf(model).host)), isLast = judge === undefined;
  if (keyEnv !== undefined && hosts.size > 1) refuseSharedKey([...hosts]);
  const chats = [...hosts].map((host): UnitPass => ({
    ...{ host, isLast },
    takes: (model) => isChat(model) && endpointOf(model).host === host,
  }));
  if (judge === undefined) {
    const plain: UnitPass = { host: null, isLast: true, takes: (model) => !isChat(model) };
    return models.every(isChat) ? chats : [plain, ...chats];
  }
  refuseOwnJudge(models, judge.entry);
  return [...chats, { host: endpointOf(judge.entry).host, isLast: true, takes: () => true }];
}

/** Refuses to send one key to several hosts: it is a secret between its owner and one of them.
 * @throws {PermafrostError} usage. */
export function refuseSharedKey(hosts: readonly string[]): never {
  const state = `one key would go to ${hosts.join(" and ")}; sweep one host at a time, into the same folder`;
  throw new PermafrostError("usage", `Cannot ask the models: ${state}`, { at: "--key-env" });
}

/** Does the units of a pass.
 * @param options `most`: so many workers at most have something to do; `done`: is told of each unit that has its episode.
 * @throws {PermafrostError} unavailable, interrupted, usage (there is no key), file-*; what a worker could not do. */
export async function runPass(
  units: AsyncIterator<Unit, void>,
  pass: UnitPass,
  { most, done, ...means }: UnitMeans & { most: number; done: (state: string) => void },
): Promise<void> {
  const { folder, salt, judge, workers, signal, nowMs } = means;
  requireFolder(folder);
  const isPlain = pass.host === null, isJudging = judge !== undefined && pass.isLast;
  if (isPlain && workers === 0) {
    for (let next = await units.next(); next.done !== true; next = await units.next()) {
      done(runAndWrite(next.value, { folder, ...(salt === null ? {} : { salt: salt.text }), nowMs }).state);
    }
    return;
  }
  const keyEnv = isPlain ? undefined : isJudging ? judge.keyEnv : means.keyEnv, redact = redactor(keyOf(keyEnv));
  const { command, cwd, env } = workerCommand({
    ...{ folder, saltPath: salt?.path ?? null, host: pass.host, keyEnv },
    ...{ isJudged: !pass.isLast, judgePath: isJudging ? judge.path : undefined },
  });
  await runPool(units, {
    ...{ workers: Math.max(1, Math.min(workers, most)), command, cwd, env, signal },
    lineOf: (unit) => JSON.stringify(unit),
    done(_, line) {
      const state = readReply(line);
      if (pass.isLast) done(state);
    },
    lost(unit, words) {
      const detail = `the worker process died: ${redact(words).slice(-300).toWellFormed() || "it said nothing"}`;
      writeEpisode(folder, unscoredUnit(unit, { reason: "crash", detail, salt_hash: saltHash(salt?.text ?? "") }));
      if (pass.isLast) done("unscored");
    },
  });
}

/** Refuses a folder that is not there, which workers are started in. */
function requireFolder(folder: string): void {
  try {
    Deno.statSync(folder);
  } catch (error) {
    throw toFileError(error, { verb: "write into", at: basename(folder), otherwise: "file-unreadable" });
  }
}

/** Does one unit in processes of its own, one for each pass that it needs.
 * @returns Whether it has a score.
 * @throws {PermafrostError} as {@linkcode passesOf} and {@linkcode runPass}. */
export async function runApart(unit: Unit, means: Omit<UnitMeans, "workers">): Promise<UnitReply["state"]> {
  let state: UnitReply["state"] = "unscored";
  for (const pass of passesOf([unit.model], means)) {
    if (!pass.takes(unit.model)) continue;
    const done = (said: string): void => void (state = said === "scored" ? "scored" : "unscored");
    await runPass(ReadableStream.from([unit]).values(), pass, { ...means, workers: 1, most: 1, done });
  }
  return state;
}

/** Reads a worker's line.
 * @throws {PermafrostError} the error that the worker names. */
function readReply(line: string): string {
  const reply = JSON.parse(line) as Partial<UnitReply> & { error?: { code: string; message: string } };
  if (reply.error !== undefined) {
    const { code, message } = reply.error;
    throw new PermafrostError(Object.hasOwn(ERROR_CODES, code) ? code as ErrorCode : "internal", message);
  }
  return reply.state ?? "unscored";
}
