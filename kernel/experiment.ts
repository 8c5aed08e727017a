/** The child's side of a run: reads the order, prints rows, progress and the summary. It stands alone, so that an
 * experiment outside the repository can carry a copy of this one file. @module */

/** What the launcher says on standard input. */
export interface Order {
  /** The format of this order. */ readonly format: "permafrost/order@1";
  /** The experiment's id. */ readonly id: string;
  /** The pinned inputs by name: where the private copy is, its size, its SHA-256 in lower-case hex. */
  readonly inputs: { readonly [name: string]: Readonly<{ path: string; bytes: number; sha256: string }> };
  /** The private empty folder, when the protocol declares one. */ readonly scratch: string | null;
  /** The declared seed; Math.random is seeded with it already. */ readonly seed: number;
}
/** What an experiment works with. */
export interface ExperimentRun {
  /** The order. */ readonly order: Order;
  /** Prints one row of the result; rows keep the order in which they are printed. */ row(value: unknown): void;
  /** Says how far the run is; shown to people, never recorded. */ progress(done: number, total: number): void;
}

/** Runs an experiment: hands `body` the order, and prints what it returns as the summary, last. What `body` throws ends
 * the run without a result. Values must be plain JSON and are refused with a TypeError rather than changed: undefined,
 * NaN, a BigInt, a Date, a Map, half a surrogate pair; only -0 becomes 0, as in canonical JSON. */
export async function runExperiment(body: (run: ExperimentRun) => unknown): Promise<void> {
  let pending = "";
  const flush = (): void => {
    const bytes = new TextEncoder().encode(pending);
    pending = "";
    for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
  };
  const print = (line: { [kind: string]: unknown }, maxPending = 65_536): void => {
    pending += JSON.stringify(line, refuseLoss) + "\n";
    if (pending.length > maxPending) flush();
  };
  const progress = (done: number, total: number): void => print({ progress: { done, total } }, 0);
  try {
    print({ summary: await body({ order: readOrder(), row: (row) => print({ row }), progress }) });
  } finally {
    flush();
  }
}

/** Reads the order from standard input; at most 1 MiB, of the format `permafrost/order@1`. Started by hand with a
 * terminal or nothing there, it gives an order without inputs, with seed 1. */
export function readOrder(): Order {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const buffer = new Uint8Array(65_536);
  let text = "";
  for (let count; !Deno.stdin.isTerminal() && (count = Deno.stdin.readSync(buffer)) !== null;) {
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
    if (text.length > 1_048_576) throw new RangeError("Cannot read the order: it is longer than 1 MiB");
  }
  text += decoder.decode();
  if (text.trim() === "") return { format: "permafrost/order@1", id: "by-hand", inputs: {}, scratch: null, seed: 1 };
  const order = JSON.parse(text) as Order | null;
  if (order?.format !== "permafrost/order@1") throw new TypeError("Cannot read the order: its format is unknown");
  return order;
}

/** Passes on what JSON can say, as it is; `this` is the object that holds the value before toJSON changed it. */
function refuseLoss(this: { [key: string]: unknown }, key: string, value: unknown): unknown {
  const held = this[key];
  const isText = (some: unknown): boolean => typeof some === "string" && some.isWellFormed();
  const isPlain = typeof held === "object" && held !== null
    ? Array.isArray(held) || [Object.prototype, null].includes(Object.getPrototypeOf(held))
    : held === null || typeof held === "boolean" || Number.isFinite(held) || isText(held);
  if (isPlain && held === value && isText(key)) return value;
  throw new TypeError(`Cannot print ${JSON.stringify(key)}: ${Object.prototype.toString.call(held)} is not plain JSON`);
}
