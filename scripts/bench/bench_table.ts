/** Small helpers for benchmarks: interleaved rounds, medians, ratios, and a table of 80 columns. @module */

/** One measured case: its median time, and its ratio to each peer of the same run. */
export interface BenchRow {
  /** What was measured. */
  readonly name: string;
  /** The median over all rounds, in milliseconds. */
  readonly medianMs: number;
  /** Own median divided by the peer's, by peer name; NaN where the peer fails on this case. */
  readonly ratios: Record<string, number>;
  /** The target in words, such as `<= 1.6`. */
  readonly target?: string;
  /** Whether the target was met in this run. */
  readonly met?: boolean;
}

/** A titled list of measured cases, as {@linkcode printTable} prints it. */
export interface BenchTable {
  /** What the rows have in common. */
  readonly title: string;
  /** The measured cases, in the order they are to be read. */
  readonly rows: readonly BenchRow[];
}

/** How many rounds {@linkcode interleave} measures, and how many it runs before without measuring. */
export interface InterleaveOptions {
  /** Measured rounds; each runs every case once. */
  readonly rounds: number;
  /** Rounds before them that are not measured. */
  readonly warmup: number;
}

/** The middle of the values (the mean of the two middle ones); NaN for no values. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] ?? NaN : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2;
}

/**
 * Runs the cases by turns, starting each round one case later so that none always follows the same
 * neighbour, and returns the median time of each in milliseconds. A case that throws gets NaN.
 */
export function interleave(
  cases: Record<string, () => void>,
  options: InterleaveOptions,
): Record<string, number> {
  const names = Object.keys(cases);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -options.warmup; round < options.rounds; round++) {
    const first = (round + options.warmup) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const spent = spentMs(cases[name]);
      if (round >= 0) times.get(name)?.push(spent);
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(times.get(name) ?? [])]));
}

/** The same as {@linkcode interleave} for cases that return promises; one runs at a time. */
export async function interleaveAsync(
  cases: Record<string, () => Promise<void>>,
  options: InterleaveOptions,
): Promise<Record<string, number>> {
  const names = Object.keys(cases);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -options.warmup; round < options.rounds; round++) {
    const first = (round + options.warmup) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const start = performance.now();
      const ok = await Promise.resolve(cases[name]?.()).then(() => true, () => false);
      if (round >= 0) times.get(name)?.push(ok ? performance.now() - start : NaN);
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(times.get(name) ?? [])]));
}

/** Prints a title and one line a row, at most 80 columns wide: median, ratio to each peer, target, verdict. */
export function printTable(title: string, rows: readonly BenchRow[]): void {
  console.log(formatTable(title, rows));
}

/** The text that {@linkcode printTable} prints. */
export function formatTable(title: string, rows: readonly BenchRow[]): string {
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.ratios)))];
  const head = ["", "ms", ...peers.map((peer) => `/ ${peer}`), "target", ""];
  const body = rows.map((row) => [
    row.name,
    numberText(row.medianMs),
    ...peers.map((peer) => numberText(row.ratios[peer])),
    row.target ?? "",
    row.met === undefined ? "" : row.met ? "met" : "MISSED",
  ]);
  const table = [head, ...body];
  const widths = head.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map((cells) =>
    cells.map((cell, column) => column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))
      .join("  ").trimEnd().slice(0, 80)
  );
  return [title, ...lines, ""].join("\n");
}

function numberText(value: number | undefined): string {
  if (value === undefined) return "";
  if (Number.isNaN(value)) return "fails";
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function spentMs(run: (() => void) | undefined): number {
  const start = performance.now();
  try {
    run?.();
  } catch {
    return NaN;
  }
  return performance.now() - start;
}
