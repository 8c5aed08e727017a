import { assertEquals } from "@std/assert/equals";
import { type PoolOptions, runPool } from "../../../scripts/je/worker_pool.ts";
import { assertCodeAsync } from "../../assert_code.ts";

/** Runs jobs with a worker that is a line of shell. */
async function runWith(
  shell: string,
  parts: Partial<PoolOptions<number>> & { jobs?: number } = {},
): Promise<{ done: [number, string][]; lost: [number, string][] }> {
  const done: [number, string][] = [], lost: [number, string][] = [];
  const { jobs = 20, ...options } = parts;
  await runPool(ReadableStream.from(Array.from({ length: jobs }, (_, at) => at)).values(), {
    workers: 3,
    command: ["/bin/sh", "-c", shell],
    lineOf: (job) => String(job),
    done: (job, line) => void done.push([job, line]),
    lost: (job, words) => void lost.push([job, words]),
    signal: new AbortController().signal,
    ...options,
  });
  return { done: done.sort(([one], [other]) => one - other), lost };
}

const ECHO = 'while read -r job; do echo "done $job"; done';

Deno.test("runPool() does every job once", async () => {
  const { done, lost } = await runWith(ECHO);
  assertEquals(done, Array.from({ length: 20 }, (_, at) => [at, `done ${at}`]));
  assertEquals(lost, []);
});

Deno.test("runPool() has nothing to do when there are no jobs", async () => {
  assertEquals(await runWith(ECHO, { jobs: 0 }), { done: [], lost: [] });
});

Deno.test("runPool() tells which job a worker died on and goes on with another worker", async () => {
  const shell = 'while read -r job; do [ "$job" = 7 ] && { echo broken >&2; exit 3; }; echo "done $job"; done';
  const { done, lost } = await runWith(shell);
  assertEquals([done.length, done.some(([job]) => job === 7), lost], [19, false, [[7, "broken"]]]);
});

Deno.test("runPool() throws unavailable when workers die one after the other", async () => {
  await assertCodeAsync(() => runWith("exit 1"), "unavailable");
});

Deno.test("runPool() throws unavailable when a worker cannot be started", async () => {
  await assertCodeAsync(() => runWith("", { command: ["/nowhere/at-all"] }), "unavailable");
});

Deno.test("runPool() throws interrupted and ends its workers when it is told to stop", async () => {
  const abort = new AbortController();
  const stopping = runWith('while read -r job; do echo "done $job"; read -r rest; done', {
    signal: abort.signal,
    done: () => abort.abort(), // the worker now waits for a line of its own that never comes
  });
  await assertCodeAsync(() => stopping, "interrupted");
});

Deno.test("runPool() passes on what its caller throws, and ends its workers", async () => {
  const error = new Error("stop");
  const caught = await runWith(ECHO, {
    done: () => {
      throw error;
    },
  }).catch((thrown) => thrown);
  assertEquals(caught, error);
});
