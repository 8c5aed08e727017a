/** Hashes many files of a folder, in more than one thread where that pays. @module */
import { setImmediate } from "node:timers";
import { type Sha256, sha256File } from "./digest.ts";
import type { ErrorCode } from "./error.ts";
import { toFileError } from "./file_read.ts";

/** What became of one file: its digest and size, or the code of the error that kept it from being read. */
export type DigestOutcome = { readonly sha256: Sha256; readonly bytes: number } | { readonly error: ErrorCode };

type Report = (batch: number, outcomes: readonly DigestOutcome[]) => void;
// taken: one number, how many batches were; linked: for each folder met, whether it or one above it is a link
type Job = { root: string; batches: string[][]; taken: Int32Array<SharedArrayBuffer>; linked: Map<string, boolean> };

const FILE_COST = 20_000; // opening a file costs about as much as hashing so many bytes
const BATCH_COST = 4 * 2 ** 20;
const HELPED_COST = 100 * 2 ** 20; // below this a helper's start costs more than it saves

/**
 * Hashes plain files. This thread takes batches of them, large files first, and lets other tasks run in between; for
 * more than about 100 MiB (with 20 kB for opening each file) a helper thread takes from the same list. Where none can
 * start, this thread does all. Refused is what {@linkcode sha256File} refuses, and what lies in a linked folder.
 *
 * @param files Paths from `root` on, and the sizes they are thought to have (to share out the work), in any order.
 * @param options `workers`: how many threads help this one; by default one for a lot of work, else none.
 * @returns An outcome for each path, in the order of `files`.
 */
export async function digestFiles(
  root: string,
  files: readonly { readonly path: string; readonly bytes: number }[],
  options: { readonly workers?: number } = {},
): Promise<Map<string, DigestOutcome>> {
  const large = files.filter(({ bytes }) => bytes > BATCH_COST).sort((a, b) => b.bytes - a.bytes);
  const small = files.filter(({ bytes }) => bytes <= BATCH_COST);
  let cost = 0;
  const groups = Map.groupBy([...large, ...small], ({ bytes }) => {
    cost += bytes + FILE_COST;
    return Math.ceil(cost / BATCH_COST);
  });
  const batches = Array.from(groups.values(), (group) => group.map(({ path }) => path));
  const { workers = cost > HELPED_COST && navigator.hardwareConcurrency > 1 ? 1 : 0 } = options;
  const job: Job = { root, batches, taken: new Int32Array(new SharedArrayBuffer(4)), linked: new Map([["", false]]) };
  const unread: DigestOutcome = { error: "file-unreadable" };
  const outcomes = new Map<string, DigestOutcome>(files.map(({ path }) => [path, unread])); // each path takes its place in the order
  const missing = new Set(batches.keys());
  const report: Report = (batch, found) => {
    missing.delete(batch);
    batches[batch]?.forEach((path, i) => outcomes.set(path, found[i] ?? unread));
  };
  const helpers = Array.from({ length: Math.min(workers, batches.length) }, () => help(job, report));
  await workThrough(job, report);
  await Promise.all(helpers);
  for (const batch of missing) report(batch, digestBatch(job, batch)); // what a failing helper took and dropped
  return outcomes;
}

/** Takes batches until none is left; run by each thread of {@linkcode digestFiles}. */
export async function workThrough(job: Job, report: Report): Promise<void> {
  for (let batch; (batch = Atomics.add(job.taken, 0, 1)) < job.batches.length;) {
    report(batch, digestBatch(job, batch));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function digestBatch(job: Job, batch: number): DigestOutcome[] {
  return (job.batches[batch] ?? []).map((path) => {
    try {
      return isBehindLink(job, path) ? { error: "file-kind" } : sha256File(`${job.root}/${path}`, { at: path });
    } catch (error) {
      return { error: toFileError(error, { verb: "hash", at: path, otherwise: "file-unreadable" }).code };
    }
  });
}

function isBehindLink(job: Job, path: string): boolean {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const known = job.linked.get(folder);
  if (known !== undefined) return known;
  const answer = isBehindLink(job, folder) || Deno.lstatSync(`${job.root}/${folder}`).isSymlink;
  job.linked.set(folder, answer);
  return answer;
}

async function help(job: Job, report: Report): Promise<void> {
  const url = new URL("./tree_digest_worker.ts", import.meta.url);
  const isFile = url.protocol === "file:"; // a worker's module counts as a read; failing there would write to stderr
  if (isFile && Deno.permissions.querySync({ name: "read", path: url }).state !== "granted") return;
  const worker = new Worker(url, { type: "module" });
  await new Promise<void>((resolve) => {
    worker.onmessage = ({ data }) => data === null ? resolve() : report(data.batch, data.outcomes);
    worker.onmessageerror = () => resolve();
    worker.onerror = (event) => resolve(event.preventDefault());
    worker.postMessage(job);
  });
  worker.terminate();
}
