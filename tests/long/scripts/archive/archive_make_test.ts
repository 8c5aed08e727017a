import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { GNU_SHA256SUM, GNU_TAR } from "../../../archive_tools.ts";
import { inChild } from "../../../in_child.ts";
import { inFolder } from "../../../in_folder.ts";
import { SMALL_CODE } from "../../../small_experiment.ts";
import { testWhere } from "../../../test_where.ts";
import { freeze } from "../../../../kernel/manifest.ts";
import { parallelDigest } from "../../../../scripts/parallel_digest.ts";

const MIB = 1_048_576, BOUND_MIB = 150, RUNS = 3;
const SIZES = [200, 150, 100, 30]; // in MiB; 2,000 files of 10 kB come beside
const NO_STATUS = Deno.build.os === "linux" ? "" : "only Linux tells the peak of a process's memory";

/** Writes an experiment of 500 MiB whose bytes do not repeat, and freezes it. */
async function writeLarge(folder: string): Promise<void> {
  Deno.mkdirSync(`${folder}/data/small`, { recursive: true });
  const permafrost = { format: "permafrost/protocol@1", entry: "run.ts" };
  Deno.writeTextFileSync(`${folder}/protocol.json`, JSON.stringify({ id: "large", permafrost }));
  Deno.writeTextFileSync(`${folder}/run.ts`, SMALL_CODE);
  const words = new Uint32Array(MIB / 4), bytes = new Uint8Array(words.buffer);
  let state = 1;
  const refill = (): Uint8Array => {
    for (let at = 0; at < words.length; at++) words[at] = state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return bytes;
  };
  for (const [at, size] of SIZES.entries()) {
    using file = Deno.openSync(`${folder}/data/${at}`, { write: true, createNew: true });
    for (let done = 0; done < size; done++) file.writeSync(refill());
  }
  refill();
  for (let at = 0; at < 2_000; at++) Deno.writeFileSync(`${folder}/data/small/${at}`, bytes.subarray(at, at + 10_000));
  await freeze(folder, { frozenOn: "2026-01-02", digest: parallelDigest });
}

/** Runs a command line in a process of its own; gives its seconds and its peak of memory in MiB. */
async function runAlone(words: readonly string[], cwd: string): Promise<{ seconds: number; peakMiB: number }> {
  const start = performance.now();
  const { code, stdout, stderr } = await inChild(`
    import { runCli } from "./tests/cli_io.ts";
    const { code, err } = await runCli(${JSON.stringify(words)}, { cwd: ${JSON.stringify(cwd)} });
    if (code !== 0) throw new Error(err);
    console.log(/VmHWM:\\s+(\\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"))[1]);
  `);
  assertEquals(code, 0, stderr);
  return { seconds: (performance.now() - start) / 1_000, peakMiB: Number(stdout) / 1_024 };
}

/** The same by other programs: a tar, the digest of every file in it, and its own. */
function runStock(cwd: string): number {
  const start = performance.now();
  const script = "find large -type f | LC_ALL=C sort > names && tar --format=ustar --mtime=@0 --owner=0 --group=0 " +
    "--numeric-owner --no-recursion --record-size=512 --mode=u=rwX,go=rX -cf stock.tar -T names && " +
    "tr '\\n' '\\0' < names | xargs -0 sha256sum > sums && sha256sum stock.tar >> sums";
  const { code, stderr } = new Deno.Command("sh", { args: ["-c", script], cwd }).outputSync();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return (performance.now() - start) / 1_000;
}

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

testWhere(NO_STATUS || GNU_TAR || GNU_SHA256SUM)(
  "makeArchive() and unpackArchive() take 500 MiB in less than 150 MiB",
  () =>
    inFolder(async (cwd) => {
      await writeLarge(`${cwd}/large`);
      const peaks: number[] = [], ours: number[] = [], stock: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const { seconds, peakMiB } = await runAlone(["archive", "large", "--output", "ours.tar"], cwd);
        ours.push(seconds), peaks.push(peakMiB);
        stock.push(runStock(cwd));
        if (run < RUNS - 1) { for (const name of ["ours.tar", "stock.tar"]) Deno.removeSync(`${cwd}/${name}`); }
      }
      const unpacking = await runAlone(["unarchive", "ours.tar", "out"], cwd);
      const figures = [
        median(ours),
        median(stock),
        median(ours) / median(stock),
        Math.max(...peaks),
        unpacking.peakMiB,
      ];
      console.log(
        `    seconds ours, stock, ratio; MiB archiving, unpacking: ${figures.map((value) => value.toFixed(2))}`,
      );
      assert(Math.max(...peaks, unpacking.peakMiB) < BOUND_MIB, `${[...peaks, unpacking.peakMiB]}`);
    }),
);
