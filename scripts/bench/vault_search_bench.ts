/**
 * Times the search of a snapshot of 200 MiB of JSON Lines, each side as a whole process, against a loop of JSON.parse
 * and walk in Deno, jq and a json loop in Python; and a cold `search-snapshot` of 2 MiB. jq and python3 are left out
 * where they are not installed.
 *
 *     deno run -A scripts/bench/vault_search_bench.ts [--mib=200] [--rounds=3]
 *
 * `lines` reads the plain file, as the peers do, with one thread. `vault` reads the snapshot, which is hashed twice on
 * the way (each chunk, and the source), and so does `loop, vault`. Records have about 24 KiB; every second one spells
 * what is not ASCII by escapes, and all have line feeds, quotes and backslashes to escape.
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import type { SnapshotDigest } from "../../experiments/recovery-v1/vault/digest.ts";
import { readDigest } from "../../experiments/recovery-v1/vault/digest.ts";
import { findRecords } from "../../experiments/recovery-v1/vault/record_hits.ts";
import { searchSnapshot } from "../../experiments/recovery-v1/vault/search.ts";
import { openSnapshot, type Snapshot } from "../../experiments/recovery-v1/vault/snapshot_open.ts";
import { takeSnapshot } from "../../experiments/recovery-v1/vault/snapshot_write.ts";
import { countInValues } from "../../experiments/recovery-v1/vault/value_count.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { buildRecovery } from "../recovery_build.ts";
import { type BenchRow, interleaveAsync, medianOf, printTable } from "./bench_table.ts";

const MIB = 2 ** 20;
const RARE = 'größe "日本" nadel', BROAD = "value";
const WORDS =
  'alpha beta gamma the of and to function return const value error path import test record stream buffer "quoted"'
    .split(" ").concat("naïve café 日本語 データ 🚀 Größe übung résumé C:\\dir a/b \n \t".split(" "));

const PYTHON = `
import json, sys
path, query = sys.argv[1:]
def count(value):
    if isinstance(value, str):
        return value.count(query)
    if isinstance(value, dict):
        return sum(map(count, value.values()))
    return sum(map(count, value)) if isinstance(value, list) else 0
print(sum(count(json.loads(line)) > 0 for line in open(path, "rb")))
`;

if (import.meta.main) {
  const options = parseArgs(Deno.args, { string: ["child", "path", "sha", "query", "mib", "rounds"] });
  const { child, path = "", sha = "", query = "", mib = "200", rounds = "3" } = options;
  if (child !== undefined) console.log(await searchAsChild(child, { path, sha, query }));
  else await benchVaultSearch({ mib: Number(mib), rounds: Number(rounds) });
}

async function benchVaultSearch({ mib, rounds }: { mib: number; rounds: number }): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "permafrost-bench-" });
  try {
    const path = `${folder}/large.jsonl`, vault = `${folder}/gobstopper/vault`;
    writeRecords(path, mib * MIB);
    const { sha256: sha } = await takeSnapshot(vault, path, { ts: 0, provider: "codex" });
    for (const query of [RARE, BROAD]) await benchQuery({ path, vault, sha, query, rounds, mib });
    writeRecords(path, 2 * MIB);
    const small = await takeSnapshot(vault, path, { ts: 0, provider: "codex" });
    await benchCold({ folder, sha: small.sha256, rounds: 15 });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

interface QueryBench {
  path: string;
  vault: string;
  sha: string;
  query: string;
  rounds: number;
  mib: number;
}

async function benchQuery({ path, vault, sha, query, rounds, mib }: QueryBench): Promise<void> {
  const counts = new Map<string, string>();
  const run = (name: string, program: string, args: string[]) => async (): Promise<void> => {
    counts.set(name, (await output(program, args)).trim().split("\n").join("+"));
  };
  const own = (child: string, place: string) =>
    run(child, Deno.execPath(), [
      ...["run", "-A", "--no-lock", import.meta.url, `--child=${child}`, `--path=${place}`, `--sha=${sha}`],
      `--query=${query}`,
    ]);
  const cases: Record<string, () => Promise<void>> = {
    "lines": own("lines", path),
    "vault": own("vault", vault),
    "loop": own("loop", path),
    "loop, vault": own("loop, vault", vault),
  };
  const filter = "reduce (inputs | select(any(.. | strings; contains($q)))) as $each (0; . + 1)";
  if (await isInstalled("jq")) cases["jq"] = run("jq", "jq", ["-n", "--arg", "q", query, filter, path]);
  if (await isInstalled("python3")) cases["python"] = run("python", "python3", ["-c", PYTHON, path, query]);
  const medians = await interleaveAsync(cases, { rounds, warmup: 0 });
  if (new Set(counts.values()).size !== 1) {
    throw new PermafrostError("internal", `Cannot trust the run: ${JSON.stringify([...counts])} differ`);
  }
  const rows = Object.entries(medians).map(([name, medianMs]): BenchRow => {
    const ratios: Record<string, number> = {};
    for (const peer of ["loop", "loop, vault", "jq", "python"]) {
      const peerMs = medians[peer];
      if (peerMs !== undefined) ratios[peer] = medianMs / peerMs;
    }
    const { loop = NaN } = ratios;
    return name === "lines" && query === RARE
      ? { name, medianMs, ratios, target: "<= 0.45 loop", met: loop <= 0.45 }
      : { name, medianMs, ratios };
  });
  const skipped = ["jq", "python"].filter((peer) => medians[peer] === undefined).map((peer) =>
    `; ${peer} not installed`
  );
  printTable(`Search of ${mib} MiB, ${counts.get("loop")} records match${skipped.join("")}`, rows);
}

async function benchCold({ folder, sha, rounds }: { folder: string; sha: string; rounds: number }): Promise<void> {
  const { candidate } = await buildRecovery({ outputFolder: `${folder}/built` });
  const args = ["search-snapshot", sha, "--query", RARE, "--json"];
  const env = { XDG_DATA_HOME: folder, DENO: Deno.execPath() };
  const times: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const start = performance.now();
    await output(candidate, args, { env });
    if (round > 1) times.push(performance.now() - start);
  }
  const medianMs = medianOf(times), name = "search-snapshot, 2 MiB";
  printTable("A cold command, launched from its file", [
    { name, medianMs, ratios: {}, target: "<= 60 ms", met: medianMs <= 60 },
  ]);
}

async function searchAsChild(child: string, options: { path: string; sha: string; query: string }): Promise<number> {
  const { path, sha, query } = options;
  switch (child) {
    case "vault":
      return (await searchSnapshot(path, { sha, query })).matched_records;
    case "loop, vault":
      return await countByLoop((await openSnapshot(path, readDigest(sha))).chunks(), query);
    case "loop":
      return await countByLoop(filePieces(path), query);
    default:
      return await countByLines(path, query);
  }
}

async function countByLines(path: string, query: string): Promise<number> {
  const decoder = new TextDecoder(), bytes = Deno.statSync(path).size;
  const snapshot: Snapshot = {
    digest: "" as SnapshotDigest,
    sourceSha256: "",
    ...{ bytes, kind: "legacy", chunkCount: 1 },
    chunks: () => filePieces(path),
  };
  let matched = 0;
  for await (const hits of findRecords(snapshot, { text: query })) {
    for (const { bytes } of hits) if (countInValues(decoder.decode(bytes), query) > 0) matched++;
  }
  return matched;
}

/** The peer: decodes each line strictly, parses it, and walks what came out. */
async function countByLoop(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, query: string): Promise<number> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const count = (value: unknown): number => {
    if (typeof value === "string") return value.split(query).length - 1;
    if (typeof value !== "object" || value === null) return 0;
    return Object.values(value).reduce((sum: number, member) => sum + count(member), 0);
  };
  let matched = 0, rest = new Uint8Array(0);
  const take = (line: Uint8Array<ArrayBuffer>): void => {
    try {
      if (count(JSON.parse(decoder.decode(line))) > 0) matched++;
    } catch {
      // cannot be searched
    }
  };
  for await (const piece of pieces) {
    const whole = new Uint8Array(rest.length + piece.length);
    whole.set(rest);
    whole.set(piece, rest.length);
    let start = 0;
    for (let end = whole.indexOf(10); end !== -1; end = whole.indexOf(10, start)) {
      take(whole.subarray(start, end));
      start = end + 1;
    }
    rest = whole.slice(start);
  }
  if (rest.length > 0) take(rest);
  return matched;
}

async function* filePieces(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  using file = Deno.openSync(path);
  for (;;) {
    const piece = new Uint8Array(MIB), size = file.readSync(piece);
    if (size === null) return;
    yield await Promise.resolve(piece.subarray(0, size));
  }
}

/** Writes records of about 24 KiB, the same at every call; one in 97 holds the rare query. */
function writeRecords(path: string, size: number): void {
  let state = 12_345;
  const next = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(state / 2 ** 32 * bound);
  };
  const encoder = new TextEncoder();
  using file = Deno.openSync(path, { create: true, truncate: true, write: true });
  for (let index = 0, written = 0; written < size; index++) {
    let text = index % 97 === 0 ? `${RARE} ` : "";
    while (text.length < (index % 2 === 0 ? 19_000 : 17_000)) text += `${WORDS[next(WORDS.length)]} `;
    const content = [{ type: "output_text", text }];
    const line = JSON.stringify({ type: "response_item", payload: { type: "message", role: "assistant", content } });
    const spelled = index % 2 === 0 ? line : line.replaceAll(/[^\0-\x7f]/g, (unit) => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
    written += file.writeSync(encoder.encode(`${spelled}\n`));
  }
}

async function isInstalled(program: string): Promise<boolean> {
  return await output(program, ["--version"]).then(() => true, () => false);
}

async function output(
  program: string,
  args: string[],
  options: { env?: Record<string, string> } = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", ...options }).output();
  if (success) return new TextDecoder().decode(stdout);
  const reason = new TextDecoder().decode(stderr).slice(0, 500);
  throw new PermafrostError("unavailable", `Cannot time ${program}: it failed: ${reason}`);
}
