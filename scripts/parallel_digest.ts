/** Hashes many files of a folder in more than one thread, where that pays. @module */
import { type DigestFiles, digestFiles, type DigestOutcome } from "../kernel/digest.ts";

type Report = (batch: number, outcomes: ReadonlyMap<string, DigestOutcome>) => void;
type Files = Parameters<DigestFiles>[1];
// taken: one number, how many batches were
type Job = { root: string; batches: Files[]; taken: Int32Array<SharedArrayBuffer> };

const FILE_COST = 20_000; // opening a file costs about as much as hashing so many bytes
const BATCH_COST = 4 * 2 ** 20;
const HELPED_COST = 100 * 2 ** 20; // below this a helper's start costs more than it saves

/**
 * Hashes plain files as the kernel's digestFiles() does. This thread takes batches of them, large files first, and lets
 * other tasks run in between; for more than about 100 MiB (with 20 kB for opening each file) a helper thread takes from
 * the same list. Where none can start, this thread does all.
 *
 * @param files Paths from `root` on, and the sizes they are thought to have (to share out the work), in any order.
 * @param options `workers`: how many threads help this one; by default one for a lot of work, else none.
 * @returns An outcome for each path, in the order of `files`.
 */
export async function parallelDigest(
  root: string,
  files: Files,
  options: { readonly workers?: number } = {},
): Promise<Map<string, DigestOutcome>> {
  const large = files.filter(({ bytes }) => bytes > BATCH_COST).sort((a, b) => b.bytes - a.bytes);
  const small = files.filter(({ bytes }) => bytes <= BATCH_COST);
  let cost = 0;
  const groups = Map.groupBy([...large, ...small], ({ bytes }) => {
    cost += bytes + FILE_COST;
    return Math.ceil(cost / BATCH_COST);
  });
  const batches = [...groups.values()];
  const { workers = cost > HELPED_COST && navigator.hardwareConcurrency > 1 ? 1 : 0 } = options;
  const job: Job = { root, batches, taken: new Int32Array(new SharedArrayBuffer(4)) };
  const unread: DigestOutcome = { error: "file-unreadable" };
  const outcomes = new Map<string, DigestOutcome>(files.map(({ path }) => [path, unread])); // each path takes its place in the order
  const missing = new Set(batches.keys());
  const report: Report = (batch, found) => {
    missing.delete(batch);
    for (const [path, outcome] of found) outcomes.set(path, outcome);
  };
  const helpers = Array.from({ length: Math.min(workers, batches.length) }, () => help(job, report));
  await workThrough(job, report);
  await Promise.all(helpers);
  for (const batch of missing) report(batch, await digestFiles(root, batches[batch]!)); // what a failing helper dropped
  return outcomes;
}

/** Takes batches until none is left; run by each thread of {@linkcode parallelDigest}. */
export async function workThrough(job: Job, report: Report): Promise<void> {
  for (let batch; (batch = Atomics.add(job.taken, 0, 1)) < job.batches.length;) {
    report(batch, await digestFiles(job.root, job.batches[batch]!));
  }
}

async function help(job: Job, report: Report): Promise<void> {
  const url = new URL("./parallel_digest_worker.ts", import.meta.url);
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
