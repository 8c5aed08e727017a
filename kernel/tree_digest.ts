/** Hashes many files of a folder, in more than one thread where that pays. @module */
import { setImmediate } from "node:timers";
import { type FileDigest, sha256File } from "./digest.ts";
import type { ErrorCode } from "./error.ts";
import { toFileError } from "./file_read.ts";

/** A file to hash: its path from the root on, and the size it is thought to have (to share out the work). */
export type FileToDigest = { readonly path: string; readonly bytes: number };

/** What became of one file: its digest and size, or the code of the error that kept it from being read. */
export type DigestOutcome = FileDigest | { readonly error: ErrorCode };

/** What a helper thread gets: the root, lists of paths, and (one Int32) how many of these lists were taken. */
export type DigestJob = { root: string; batches: string[][]; taken: Int32Array<SharedArrayBuffer> };

/** Gets the number of a list and the outcomes of its paths, in order. */
export type DigestReport = (batch: number, outcomes: readonly DigestOutcome[]) => void;

const FILE_COST = 20_000; // opening a file costs about as much as hashing so many bytes
const BATCH_COST = 4 * 2 ** 20;
const HELPED_COST = 100 * 2 ** 20; // below this a helper's start costs more than it saves

/**
 * Hashes plain files. This thread works through batches of files, the largest first; for more than about 100 MiB
 * (20 kB counted for opening each file) a helper thread takes batches from the same list. Outcomes do not depend on
 * that; where no helper can start, this thread does all. Other tasks get their turn between batches. What
 * refuses a file is {@linkcode sha256File}; files in a folder that is a link are refused too.
 *
 * @param root The folder that the paths start from.
 * @param files The files, in any order.
 * @param options `workers`: how many threads help this one; by default one for a lot of work, else none.
 * @returns An outcome for each path, in the order of `files`.
 */
export async function digestFiles(
  root: string,
  files: readonly FileToDigest[],
  options: { readonly workers?: number } = {},
): Promise<Map<string, DigestOutcome>> {
  const outcomes = new Map<string, DigestOutcome>();
  const links = linkedFolders(root, files);
  const plain = files.filter(({ path }) => {
    const isBehindLink = links.some((link) => path.startsWith(link));
    outcomes.set(path, { error: isBehindLink ? "file-kind" : "file-missing" }); // each takes its place in the order
    return !isBehindLink;
  });
  const batches = shareOut(plain);
  const isMuch = plain.reduce((sum, { bytes }) => sum + bytes + FILE_COST, 0) > HELPED_COST;
  const { workers = isMuch && navigator.hardwareConcurrency > 1 ? 1 : 0 } = options;
  const job: DigestJob = { root, batches, taken: new Int32Array(new SharedArrayBuffer(4)) };
  const missing = new Set(batches.keys());
  const report: DigestReport = (batch, found) => {
    missing.delete(batch);
    batches[batch]?.forEach((path, i) => outcomes.set(path, found[i] ?? { error: "file-unreadable" }));
  };
  const helpers = Array.from({ length: Math.min(workers, batches.length) }, () => help(job, report));
  await workThrough(job, report);
  await Promise.all(helpers);
  for (const batch of missing) report(batch, digestBatch(job, batch)); // what a failing helper took and dropped
  return outcomes;
}

/** Takes batches until none is left; run by each thread of {@linkcode digestFiles}. */
export async function workThrough(job: DigestJob, report: DigestReport): Promise<void> {
  for (let batch; (batch = Atomics.add(job.taken, 0, 1)) < job.batches.length;) {
    report(batch, digestBatch(job, batch));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function digestBatch(job: DigestJob, batch: number): DigestOutcome[] {
  return (job.batches[batch] ?? []).map((path) => {
    try {
      return sha256File(`${job.root}/${path}`, { at: path });
    } catch (error) {
      return { error: toFileError(error, { verb: "hash", at: path, otherwise: "file-unreadable" }).code };
    }
  });
}

function shareOut(files: readonly FileToDigest[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const { path, bytes } of [...files].sort((a, b) => b.bytes - a.bytes)) {
    if (room <= 0) room = BATCH_COST * Math.sign(batches.push([]));
    batches.at(-1)?.push(path);
    room -= bytes + FILE_COST;
  }
  return batches;
}

async function help(job: DigestJob, report: DigestReport): Promise<void> {
  const url = new URL("./tree_digest_worker.ts", import.meta.url);
  const isBarred = url.protocol === "file:" &&
    Deno.permissions.querySync({ name: "read", path: url }).state !== "granted";
  if (isBarred) return; // a worker's module counts as a read; failing there would write to stderr
  const worker = new Worker(url, { type: "module" });
  await new Promise<void>((resolve) => {
    worker.onmessage = ({ data }) => data === null ? resolve() : report(data.batch, data.outcomes);
    worker.onmessageerror = () => resolve();
    worker.onerror = (event) => resolve(event.preventDefault());
    worker.postMessage(job);
  });
  worker.terminate();
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function linkedFolders(root: string, files: readonly FileToDigest[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = parentOf(path); at !== "" && !folders.has(at); at = parentOf(at)) folders.add(at);
  }
  const isLink = (folder: string): boolean => {
    try {
      return Deno.lstatSync(`${root}/${folder}`).isSymlink;
    } catch {
      return false; // reading the file will say why
    }
  };
  return [...folders].filter(isLink).map((folder) => `${folder}/`);
}
