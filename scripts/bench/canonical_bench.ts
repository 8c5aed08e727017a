/**
 * Canonical JSON against its floor and its peer: text and then UTF-8 bytes, all in one run.
 * `deno run -A --no-lock scripts/bench/canonical_bench.ts`
 * @module
 */
import canonicalizePeer from "canonicalize";
import { canonicalize } from "../../kernel/json_encode.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import { type BenchRow, type BenchTable, interleave, printTable } from "./bench_table.ts";

/** A value to write, and the target for its ratio to JSON.stringify, where there is one. */
interface BenchCase {
  readonly name: string;
  readonly value: JsonValue;
  readonly targetRatio?: number;
}

/** A fixed sequence of numbers from 0 to 1 (a linear congruence). */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function manifestValue(inOrder: boolean): JsonValue {
  const next = sequence(1);
  const digest = () => Array.from({ length: 8 }, () => (next() * 2 ** 32 >>> 0).toString(16).padStart(8, "0")).join("");
  const files = Array.from({ length: 20_000 }, (_, index) => {
    const [bytes, path, sha256] = [index * 37, `folder_${index % 100}/file_${index}.json`, digest()];
    return inOrder ? { bytes, path, sha256 } : { path, sha256, bytes };
  });
  return { files, format: "permafrost/manifest@1", frozenOn: "2026-09-21", id: "bench-v1", status: "frozen" };
}

function rowsValue(): JsonValue {
  const words = ["Grüße", "日本語", "emoji 😀", "línea\n", 'quo"te', "plain words"];
  return Array.from({ length: 5_000 }, (_, index) => ({
    text: Array.from({ length: 60 }, (_, at) => words[(index + at) % words.length]).join(" "),
    id: index,
    score: index / 7,
    ok: index % 2 === 0,
    tags: ["a", `ü${index}`],
  }));
}

function numbersValue(): JsonValue {
  const next = sequence(2);
  return Array.from(
    { length: 200_000 },
    (_, index) => index % 4 === 0 ? index : next() * 10 ** (index % 20 - 8),
  );
}

function wideValue(): JsonValue {
  return Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`key${index * 7919 % 10_007}`, index]),
  );
}

function deepValue(levels: number): JsonValue {
  let value: JsonValue = { leaf: true };
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { child: value };
  return value;
}

function deepRecords(levels: number): JsonValue {
  let value: JsonValue = null;
  for (let level = 0; level < levels; level++) value = { child: value, id: level, name: `node ${level}` };
  return value;
}

/**
 * Measures this project's writer, npm `canonicalize` and JSON.stringify (which is not canonical: the floor) on
 * the cases of the performance page, each to UTF-8 bytes, by turns. Takes some ten seconds; prints nothing.
 */
export function benchCanonical(rounds = 15): BenchTable {
  const cases: BenchCase[] = [
    { name: "manifest 20k", value: manifestValue(true), targetRatio: 1.6 },
    { name: "manifest 20k, unsorted", value: manifestValue(false) },
    { name: "rows 5k, unicode", value: rowsValue(), targetRatio: 1.5 },
    { name: "200k numbers", value: numbersValue(), targetRatio: 1.2 },
    { name: "wide, 10k keys", value: wideValue(), targetRatio: 2.4 },
    { name: "deep, 5k levels", value: deepValue(5_000), targetRatio: 3 },
    { name: "deep, 5k records", value: deepRecords(5_000) },
    { name: "deep, 100k levels", value: deepValue(100_000) },
  ];
  const encoder = new TextEncoder();
  const rows = cases.map(({ name, value, targetRatio }): BenchRow => {
    const medians = interleave({
      own: () => void encoder.encode(canonicalize(value)),
      stringify: () => void encoder.encode(JSON.stringify(value)),
      canonicalize: () => void encoder.encode(canonicalizePeer(value)),
    }, { rounds, warmup: 5 });
    const { own = NaN, stringify = NaN, canonicalize: peer = NaN } = medians;
    const ratios = { stringify: own / stringify, canonicalize: own / peer };
    const goal = targetRatio === undefined ? {} : { target: `<= ${targetRatio}`, met: own / stringify <= targetRatio };
    return { name, medianMs: own, ratios, ...goal };
  });
  return { title: "Canonical JSON to UTF-8 bytes: own time, ratio to each peer", rows };
}

if (import.meta.main) {
  const { title, rows } = benchCanonical();
  printTable(title, rows);
}
