/**
 * Records a second of `permafrost conservation` and `permafrost repair` as whole processes, from a file, beside a plain
 * pass of JSON.parse and JSON.stringify over the lines of the same file that writes all of them, a whole process too.
 *
 *     deno run -A scripts/bench/lines_bench.ts [--mib=64] [--rounds=5]
 *
 * "Blanks" are the same records as Python's json.dumps writes them, with a blank after each comma and colon; in
 * "escapes" it has also written a letter of each sentence as an escape, so that the tools read each line by parseStrict.
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import { type BenchRow, type BenchTable, interleaveAsync, printTable } from "./bench_table.ts";

const CLI = join(import.meta.dirname ?? ".", "..", "permafrost.ts");
const FOX = "the quick brown fox jumps over the lazy dog";
const TARGET = 1.8;

/** The pass that is compared with: the same chunks, decoded at once, split, read, written, and nothing else. */
const PLAIN = `
const decoder = new TextDecoder(), encoder = new TextEncoder();
let rest = "";
const print = (lines) => {
  let text = "";
  for (const line of lines) text += JSON.stringify(JSON.parse(line)) + "\\n";
  const bytes = encoder.encode(text);
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
};
for await (const chunk of (await Deno.open(Deno.args[0])).readable) {
  const lines = (rest + decoder.decode(chunk, { stream: true })).split("\\n");
  rest = lines.pop();
  print(lines);
}
if (rest !== "") print([rest]);
`;

function conservationRecord(index: number): JsonValue {
  return {
    spec_bytes_utf8: `${FOX} ${index}`,
    output_bytes_utf8: `${FOX}, and then some more ${index % 3 === 0 ? "words" : index}`,
    delta_fields: index % 3 === 0 ? {} : { name: `fox ${index}`, count: index },
    substrate_id: `substrate-${index % 7}`,
    substrate_arrangement_hash: "9f86d081884c7d65",
    substrate_used_info: index % 50,
    residual_tolerance: index % 4,
    required_slots: index % 2 === 0 ? [] : ["name"],
  };
}

function repairRecord(index: number): JsonValue {
  const code = `K${index}`;
  const attempt = (at: number): JsonValue => ({
    code: index % 11 === 0 ? `${code}x` : code,
    valid: (index + at) % 3 === 0,
    output: `{"code":"${code}","note":"${FOX}"}`,
  });
  return { verifiedCode: code, attempts: Array.from({ length: index % 4 }, (_, at) => attempt(at)) };
}

function withBlanks(value: JsonValue): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, " ").replace(/([[{]) | ([\]}])/g, "$1$2");
}

const STYLES: readonly (readonly [string, (value: JsonValue) => string])[] = [
  ["compact", (value) => JSON.stringify(value)],
  ["blanks", withBlanks],
  ["escapes", (value) => withBlanks(value).replaceAll("fox", "f\\u00f6x")],
];

/** Writes records until the file has so many bytes, and tells how many there are. */
function fill(path: string, options: { bytes: number; toLine: (index: number) => string }): number {
  using file = Deno.openSync(path, { write: true, create: true });
  const encoder = new TextEncoder();
  let [records, bytes] = [0, 0];
  while (bytes < options.bytes) {
    let text = "";
    while (text.length < 1 << 20) text += options.toLine(records++) + "\n";
    bytes += file.writeSync(encoder.encode(text));
  }
  return records;
}

async function spawn(args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) throw new PermafrostError("unavailable", `Cannot time ${args.at(-2)}: it failed`);
}

/** Times both tools on compact records and on records with blanks, the plain pass beside each, by turns. */
export async function benchLines(mib: number, rounds: number): Promise<BenchTable> {
  const folder = Deno.makeTempDirSync({ prefix: "permafrost-bench-" });
  try {
    const plain = join(folder, "plain.js");
    Deno.writeTextFileSync(plain, PLAIN);
    const rows: BenchRow[] = [];
    for (const [command, record] of [["conservation", conservationRecord], ["repair", repairRecord]] as const) {
      for (const [style, write] of STYLES) {
        const file = join(folder, `${command}-${style}.jsonl`);
        const records = fill(file, { bytes: mib * 2 ** 20, toLine: (index) => write(record(index)) });
        const flags = ["run", "--no-prompt", "--no-check", "-A"];
        const { own = NaN, plain: peer = NaN } = await interleaveAsync({
          own: () => spawn([...flags, CLI, command, file]),
          plain: () => spawn([...flags, "--no-config", plain, file]),
        }, { rounds, warmup: 1 });
        const perSecond = Math.round(records / own).toString();
        const name = `${command}, ${style}: ${perSecond}k records/s`;
        const target = style === "compact" ? { target: `<= ${TARGET}`, met: own / peer <= TARGET } : {};
        rows.push({ name, medianMs: own, ratios: { plain: own / peer }, ...target });
        Deno.removeSync(file);
      }
    }
    return { title: `JSON Lines, ${mib} MiB, whole processes, median of ${rounds} rounds`, rows };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const options = parseArgs(Deno.args, { string: ["mib", "rounds"] });
  const { title, rows } = await benchLines(Number(options.mib ?? 64), Number(options.rounds ?? 5));
  printTable(title, rows);
}
