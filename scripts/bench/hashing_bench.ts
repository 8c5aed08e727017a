/**
 * Times the check of a manifest over many small files and over large mixed ones, each tool as a whole process, against
 * `openssl dgst` in two processes and a Python hashlib loop. Needs openssl, find, xargs and python3.
 *
 *     deno run -A scripts/bench/hashing_bench.ts [--files=20000] [--mib=500] [--rounds=5]
 *
 * The Python loop stands in for bagit-python, which does the same job in the same way (walk, then hashlib in blocks of
 * 512 KiB, one process) and more besides; so its time is a lower bound of that peer's.
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { PermafrostError } from "../../kernel/error.ts";
import { walkTree } from "../../kernel/tree_walk.ts";
import { parallelDigest } from "../parallel_digest.ts";
import { type BenchRow, interleaveAsync, printTable } from "./bench_table.ts";

interface FrozenFile {
  path: string;
  bytes: number;
  sha256: string;
}

const PYTHON = `
import hashlib, json, os, sys
root, manifest = sys.argv[1:]
frozen = {f["path"]: f for f in json.load(open(manifest))}
matched = 0
for folder, _, names in os.walk(root):
    for name in names:
        path = os.path.join(folder, name)
        size = os.lstat(path).st_size
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while block := file.read(512 * 1024):
                digest.update(block)
        known = frozen[os.path.relpath(path, root)]
        matched += known["bytes"] == size and known["sha256"] == digest.hexdigest()
print(json.dumps({"matched": matched}))
`;

if (import.meta.main) {
  const options = parseArgs(Deno.args, { string: ["child", "manifest", "workers", "files", "mib", "rounds"] });
  if (options.child !== undefined) await checkAsChild(options.child, options.manifest ?? "", options.workers);
  else await benchHashing(Number(options.files ?? 20_000), Number(options.mib ?? 500), Number(options.rounds ?? 5));
}

async function benchHashing(files: number, mib: number, rounds: number): Promise<void> {
  const base = Deno.makeTempDirSync();
  try {
    const rows: BenchRow[] = [];
    const peaks: string[] = [];
    for (const name of [`${files} small files`, `${mib} MiB mixed`]) {
      const root = `${base}/${rows.length}`;
      if (name.endsWith("mixed")) fillMixed(root, mib * 2 ** 20);
      else fillSmall(root, files);
      const manifest = `${root}.json`;
      const frozen = await digestByOpenssl(root);
      Deno.writeTextFileSync(manifest, JSON.stringify(frozen));
      const peak = { "": 0, "0": 0 };
      const expectAll = ({ matched }: { matched: number }) => {
        if (matched !== frozen.length) {
          throw new PermafrostError("file-changed", `Cannot trust the run: ${matched} of ${frozen.length} files match`);
        }
      };
      const permafrost = async (workers: "" | "0") => {
        const result = await runJson(Deno.execPath(), ownArgs(root, manifest, workers));
        expectAll(result);
        peak[workers] = Math.max(peak[workers], result.peakKiB / 1024);
      };
      const medians = await interleaveAsync({
        several: () => permafrost(""),
        one: () => permafrost("0"),
        openssl: () => runOpenssl(root, frozen.length).then(() => {}),
        hashlib: async () => expectAll(await runJson("python3", ["-c", PYTHON, root, manifest])),
      }, { rounds, warmup: 1 });
      for (const [key, label] of [["several", ""], ["one", ", no worker"]] as const) {
        const medianMs = medians[key] ?? NaN;
        const ratios = {
          openssl: medianMs / (medians["openssl"] ?? NaN),
          hashlib: medianMs / (medians["hashlib"] ?? NaN),
        };
        const target = { target: "<= 1.1, 0.6", met: ratios.openssl <= 1.1 && ratios.hashlib <= 0.6 };
        rows.push({ name: name + label, medianMs, ratios, ...(key === "several" ? target : {}) });
      }
      peaks.push(`${name} ${peak[""].toFixed(0)} MiB (no worker ${peak["0"].toFixed(0)})`);
    }
    printTable("Checking a manifest (whole processes; openssl: xargs -P2; hashlib: one process)", rows);
    console.log(`Peak memory, target < 100 MiB: ${peaks.join("; ")}`);
    console.log("hashlib stands in for bagit-python, which does this and more; openssl compares nothing.");
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

async function checkAsChild(root: string, manifest: string, workers: string | undefined): Promise<void> {
  const frozen: FrozenFile[] = JSON.parse(Deno.readTextFileSync(manifest));
  const present = walkTree(root, { maxFiles: 1e6 });
  const outcomes = await parallelDigest(root, present, workers ? { workers: Number(workers) } : {});
  let matched = 0;
  for (const { path, bytes, sha256 } of frozen) {
    const outcome = outcomes.get(path);
    if (outcome !== undefined && !("error" in outcome)) {
      matched += Number(outcome.bytes === bytes && outcome.sha256 === sha256);
    }
  }
  if (present.length !== frozen.length) matched = -1;
  const peakKiB = Number(/VmHWM:\s*(\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))?.[1]);
  console.log(JSON.stringify({ matched, peakKiB }));
}

function ownArgs(root: string, manifest: string, workers: string): string[] {
  const script = new URL(import.meta.url).pathname;
  const args = [
    "run",
    "--no-prompt",
    "--no-check",
    "-A",
    script,
    `--child=${root}`,
    `--manifest=${manifest}`,
  ];
  return workers === "" ? args : [...args, `--workers=${workers}`];
}

function runOpenssl(root: string, files: number): Promise<string> {
  const share = Math.max(1, Math.ceil(files / 16)); // about eight runs for each of the two processes
  return runText("sh", [
    "-c",
    `find "$1" -type f -print0 | xargs -0 -P2 -n ${share} openssl dgst -sha256 -r`,
    "sh",
    root,
  ]);
}

async function digestByOpenssl(root: string): Promise<FrozenFile[]> {
  const text = await runText("sh", ["-c", 'find "$1" -type f -print0 | xargs -0 openssl dgst -sha256 -r', "sh", root]);
  return text.trimEnd().split("\n").map((line) => {
    const file = line.slice(66);
    return { path: file.slice(root.length + 1), bytes: Deno.statSync(file).size, sha256: line.slice(0, 64) };
  });
}

async function runJson(command: string, args: string[]): Promise<{ matched: number; peakKiB: number }> {
  return JSON.parse(await runText(command, args));
}

async function runText(command: string, args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(command, { args, stderr: "inherit" }).output();
  if (!success) throw new PermafrostError("unavailable", `Cannot run ${command}: it failed`);
  return new TextDecoder().decode(stdout);
}

function fillSmall(root: string, files: number): void {
  const next = noise(1);
  for (let i = 0; i < files; i++) write(`${root}/d${i % 200}`, `f${i}.json`, next(200 + (i * 7919) % 8000));
}

function fillMixed(root: string, total: number): void { // sizes from 256 B to 45 MB, evenly by their logarithm
  const next = noise(2);
  for (let i = 0, left = total; left > 0; i++) {
    const bytes = Math.min(left, Math.floor(2 ** (8 + 17.5 * ((i * 0.618034) % 1))));
    write(`${root}/d${i % 20}`, `f${i}`, next(bytes));
    left -= bytes;
  }
}

function noise(seed: number): (bytes: number) => Uint8Array<ArrayBuffer> {
  const pool = new Uint32Array(2 ** 24);
  for (let i = 0, x = seed; i < pool.length; i++) pool[i] = x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
  const bytes = new Uint8Array(pool.buffer);
  let call = 0;
  return (length) => bytes.subarray(++call % 4096, call % 4096 + length);
}

function write(folder: string, name: string, bytes: Uint8Array): void {
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeFileSync(`${folder}/${name}`, bytes);
}
