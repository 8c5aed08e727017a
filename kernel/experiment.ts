/**
 * The child's side of a run: reads the order, prints rows, progress and the summary. It stands alone, so
 * that an experiment outside the repository can carry a copy of this one file. @module
 */

/** A pinned input: where its private copy is, its size in bytes and its SHA-256 in hex. */
export interface OrderInput {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the launcher says on standard input. */
export interface Order {
  readonly format: "permafrost/order@1";
  readonly id: string;
  readonly inputs: { readonly [name: string]: OrderInput };
  /** The private empty folder, when the protocol declares one. */
  readonly scratch: string | null;
  readonly seed: number;
}

/** What an experiment works with. */
export interface ExperimentRun {
  readonly order: Order;
  /** Prints one row of the result; rows keep the order in which they are printed. */
  row(value: unknown): void;
  /** Says how far the run is; shown to people, never recorded. */
  progress(done: number, total: number): void;
}

const MAX_ORDER_BYTES = 1_048_576;

/**
 * Runs an experiment: hands `body` the order, and prints what it returns as the summary, last.
 *
 * Values must be plain JSON: a number that is not finite, a BigInt, a function or undefined is refused with a
 * TypeError rather than changed. Started by hand with nothing on standard input, it uses an order without
 * inputs, with seed 1.
 *
 * @param body Does the work; what it throws ends the run without a summary, so without a result.
 */
export async function runExperiment(body: (run: ExperimentRun) => unknown): Promise<void> {
  const order = readOrder();
  let pending = "";
  const flush = (): void => {
    writeAll(pending);
    pending = "";
  };
  const print = (line: { [kind: string]: unknown }): void => {
    pending += JSON.stringify(line, refuseLoss) + "\n";
    if (pending.length > 65_536) flush();
  };
  const summary = await body({
    order,
    row: (row) => print({ row }),
    progress: (done, total) => {
      print({ progress: { done, total } });
      flush();
    },
  });
  print({ summary });
  flush();
}

/** Reads the order from standard input; at most 1 MiB, of the format `permafrost/order@1`. */
export function readOrder(): Order {
  const text = Deno.stdin.isTerminal() ? "" : readStandardInput();
  if (text.trim() === "") return { format: "permafrost/order@1", id: "by-hand", inputs: {}, scratch: null, seed: 1 };
  const order = JSON.parse(text) as Order;
  if (order.format !== "permafrost/order@1") throw new TypeError("Cannot read the order: its format is unknown");
  return order;
}

function readStandardInput(): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (let total = 0;;) {
    const count = Deno.stdin.readSync(buffer);
    if (count === null) return text + decoder.decode();
    total += count;
    if (total > MAX_ORDER_BYTES) throw new RangeError("Cannot read the order: it is longer than 1 MiB");
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
}

function refuseLoss(key: string, value: unknown): unknown {
  const lost = typeof value === "number" ? !Number.isFinite(value) : value === undefined || typeof value === "function";
  if (lost) throw new TypeError(`Cannot print ${JSON.stringify(key)}: ${String(value)} is not JSON`);
  return value;
}

function writeAll(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}
