import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../kernel/digest.ts";
import { walkTree } from "../../kernel/tree_walk.ts";
import { parallelDigest } from "../../scripts/parallel_digest.ts";
import { inFolder } from "../in_folder.ts";

const MODULE = new URL("../../scripts/parallel_digest.ts", import.meta.url);

for (const workers of [0, 1, 2, 5]) {
  Deno.test(`parallelDigest() gives each file's digest in the given order when ${workers} workers help`, () =>
    inFolder(async (root) => {
      const sizes = [0, 1, 5 * 2 ** 20, 131_072, 131_073, 7, 4 * 2 ** 20, 9 * 2 ** 20, 300, 2 ** 20];
      const files = sizes.map((bytes, i) => ({ path: `d${i % 3}/f${i}`, bytes }));
      const content = files.map(({ path, bytes }, i) => fill(root, path, new Uint8Array(bytes).fill(i)));
      const outcomes = await parallelDigest(root, files, { workers });
      const expected = files.map((
        { path, bytes },
        i,
      ) => [path, { sha256: sha256Hex(content[i] ?? ""), bytes }]);
      assertEquals([...outcomes] as unknown, expected);
    }));

  Deno.test(`parallelDigest() gives the code of each refused file when ${workers} workers help`, () =>
    inFolder(async (root) => {
      fill(root, "good", Uint8Array.of(1));
      fill(root, "twice", Uint8Array.of(1));
      fill(root, "real/inside", Uint8Array.of(1));
      Deno.linkSync(`${root}/twice`, `${root}/again`);
      Deno.symlinkSync("good", `${root}/link`);
      Deno.symlinkSync("real", `${root}/linked`);
      Deno.mkdirSync(`${root}/folder`);
      new Deno.Command("mkfifo", { args: [`${root}/pipe`] }).outputSync();
      const paths = [
        "none",
        "good",
        "twice",
        "link",
        "linked/inside",
        "linked/none",
        "good/x",
        "gone/x",
        "folder",
        "pipe",
      ];
      const files = paths.map((path) => ({ path, bytes: 5 * 2 ** 20 })); // one batch each
      const outcomes = await parallelDigest(root, files, { workers });
      assertEquals(
        [...outcomes].map(([path, outcome]) => [path, "error" in outcome ? outcome.error : outcome.bytes]),
        [
          ["none", "file-missing"],
          ["good", 1],
          ["twice", "file-kind"],
          ["link", "file-kind"],
          ["linked/inside", "file-kind"],
          ["linked/none", "file-kind"],
          ["good/x", "file-missing"],
          ["gone/x", "file-missing"],
          ["folder", "file-kind"],
          ["pipe", "file-kind"],
        ],
      );
    }));
}

Deno.test("parallelDigest() gives nothing when there are no files", async () => {
  assertEquals((await parallelDigest("/nowhere", [], { workers: 2 })).size, 0);
});

Deno.test("parallelDigest() gives the true size when it was told another", () =>
  inFolder(async (root) => {
    fill(root, "f", new Uint8Array(10));
    const outcome = (await parallelDigest(root, [{ path: "f", bytes: 99 }])).get("f");
    assertEquals(outcome as unknown, { sha256: sha256Hex(new Uint8Array(10)), bytes: 10 });
  }));

const STARTS: readonly [files: number, bytes: number, starts: number][] = [
  [1, 99 * 2 ** 20, 0],
  [2, 60 * 2 ** 20, 1],
  [5000, 100, 0], // 100.5 MB counted, below 100 MiB
  [6000, 100, 1],
];
for (const [count, bytes, starts] of STARTS) {
  Deno.test(`parallelDigest() starts ${starts} workers by itself when ${count} files have ${bytes} bytes each`, () =>
    inFolder(async (root) => {
      fill(root, "0", new Uint8Array(1));
      const files = Array.from({ length: count }, (_, i) => ({ path: String(i), bytes }));
      const { started, outcomes } = await countingWorkers(() => parallelDigest(root, files));
      assertEquals(started, navigator.hardwareConcurrency > 1 ? starts : 0);
      assertEquals(outcomes.size, count);
    }));
}

for (const state of ["fails to start", "ends without an answer"]) {
  Deno.test(`parallelDigest() still hashes every file when a worker ${state}`, () =>
    inFolder(async (root) => {
      const files = Array.from({ length: 9 }, (_, i) => ({ path: `f${i}`, bytes: 4 * 2 ** 20 }));
      for (const { path } of files) fill(root, path, new TextEncoder().encode(path));
      const original = globalThis.Worker;
      class Broken extends EventTarget {
        onerror: ((event: Event) => void) | null = null;
        onmessage: ((event: MessageEvent) => void) | null = null;
        postMessage(job: { taken: Int32Array }): void {
          Atomics.add(job.taken, 0, 3); // three batches are taken and never reported
          setTimeout(() => {
            if (state === "fails to start") this.onerror?.(new Event("error", { cancelable: true }));
            else this.onmessage?.(new MessageEvent("message", { data: null }));
          }, 0);
        }
        terminate(): void {}
      }
      Object.assign(globalThis, { Worker: Broken });
      try {
        const outcomes = await parallelDigest(root, files, { workers: 1 });
        const expected = files.map(({ path }) => [path, { sha256: sha256Hex(path), bytes: 2 }]);
        assertEquals([...outcomes] as unknown, expected);
      } finally {
        Object.assign(globalThis, { Worker: original });
      }
    }));
}

Deno.test("parallelDigest() lets other tasks run when there is much to do", () =>
  inFolder(async (root) => {
    const files = Array.from({ length: 6 }, (_, i) => ({ path: `f${i}`, bytes: 4 * 2 ** 20 }));
    for (const { path, bytes } of files) fill(root, path, new Uint8Array(bytes));
    let isEarly = false;
    setTimeout(() => isEarly = true, 0);
    await parallelDigest(root, files, { workers: 0 });
    assert(isEarly);
  }));

for (const mayLoad of [true, false]) {
  const given = mayLoad ? "the tree and the program" : "only the tree";
  Deno.test(`parallelDigest() works and keeps stderr empty when reading is allowed for ${given}`, () =>
    inFolder(async (root) => {
      const files = Array.from({ length: 8 }, (_, i) => ({ path: `f${i}`, bytes: 4 * 2 ** 20 }));
      for (const { path } of files) fill(root, path, new TextEncoder().encode(path));
      const script = `
        import { parallelDigest } from "${MODULE.href}";
        const outcomes = await parallelDigest(${JSON.stringify(root)}, ${JSON.stringify(files)}, { workers: 2 });
        console.log(JSON.stringify([...outcomes.values()].map((outcome) => outcome.bytes)));`;
      const program = ["../kernel", "."].map((part) => new URL(part, MODULE).pathname).join();
      const allowed = `--allow-read=${mayLoad ? `${root},${program}` : root}`;
      const file = Deno.makeTempFileSync({ suffix: ".ts" });
      Deno.writeTextFileSync(file, script);
      const args = ["run", "--no-prompt", "--no-config", "--no-check", "--no-lock", allowed, file];
      const child = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } }).output();
      Deno.removeSync(file);
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      assertEquals([text(child.stdout), text(child.stderr)], ["[2,2,2,2,2,2,2,2]\n", ""]);
    }));
}

Deno.test("parallelDigest() agrees with one thread when it hashes the kernel by workers", async () => {
  const root = new URL("../kernel/", MODULE).pathname;
  const files = walkTree(root);
  const spread = files.map(({ path }) => ({ path, bytes: 4 * 2 ** 20 }));
  assertEquals(
    await parallelDigest(root, spread, { workers: 2 }),
    await parallelDigest(root, files, { workers: 0 }),
  );
});

async function countingWorkers<T>(run: () => Promise<T>): Promise<{ started: number; outcomes: T }> {
  const original = globalThis.Worker;
  let started = 0;
  class Counting extends original {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      started++;
    }
  }
  Object.assign(globalThis, { Worker: Counting });
  try {
    const outcomes = await run();
    return { started, outcomes };
  } finally {
    Object.assign(globalThis, { Worker: original });
  }
}

function fill(root: string, path: string, bytes: Uint8Array): Uint8Array {
  Deno.mkdirSync(`${root}/${path}`.replace(/[^/]*$/, ""), { recursive: true });
  Deno.writeFileSync(`${root}/${path}`, bytes);
  return bytes;
}
