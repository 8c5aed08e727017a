import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { streamThrough } from "../../line_stream.ts";

const hasProc = Deno.build.os === "linux"; // elsewhere nothing tells how much memory another process has used

const input = (index: number): string =>
  JSON.stringify({
    spec_bytes_utf8: `the quick brown fox ${index}`,
    output_bytes_utf8: "jumps over the lazy dög ".repeat(index % 5),
    delta_fields: index % 3 === 0 ? {} : { name: index, nested: [{ a: [index] }] },
    substrate_id: "",
    substrate_arrangement_hash: "",
    substrate_used_info: index % 100,
    residual_tolerance: 0,
    required_slots: index % 2 === 0 ? [] : ["name"],
  });
const ledger = (index: number): string =>
  JSON.stringify({
    verifiedCode: `K${index}`,
    attempts: Array.from({ length: index % 6 }, (_, at) => ({ code: `K${index}`, valid: (index + at) % 3 === 0 })),
  });

const attempts = Array.from({ length: 10_000 }, () => '{"code":"K7","valid":false}').join();
/** One line a kind: compact, with blanks, with an escape; a good ledger each. */
const LONG = [`{"verifiedCode":"K7","attempts":[${attempts}]}`, `{"verifiedCode":"K7", "attempts":[${attempts}]}`]
  .flatMap((line) => [line, line.replace('"K7"', '"\\u004b7"')]);

/** Lines at the bound with as many parts as it allows, and lines that cannot be read: about 5 MiB. */
const HOSTILE = [
  `[${"[],".repeat(300_000)}1]`,
  `[${"[], ".repeat(250_000)}1.0]`,
  `{${Array.from({ length: 50_000 }, (_, at) => `"__proto__${at}":{}`)}}`,
  `["${"\\u0061".repeat(150_000)}"]`,
  "[".repeat(1_000_000),
  '{"a":1,"a":1}',
  '"\\ud800"',
  "9007199254740993",
  "x".repeat(2_000_000),
  "",
];

for (
  const [name, command, lines, mib] of [
    ["1 GiB of inputs", "conservation", Array.from({ length: 5000 }, (_, index) => input(index)), 1024],
    ["1 GiB of ledgers", "repair", Array.from({ length: 5000 }, (_, index) => ledger(index)), 1024],
    ["128 MiB of ledgers with 10,000 attempts each", "repair", LONG, 128],
  ] as const
) {
  Deno.test({
    name: `recordLines() needs less than 200 MiB when permafrost ${command} reads ${name}`,
    ignore: !hasProc,
    fn: async () => {
      const seen = await streamThrough([command], lines.join("\n") + "\n", mib);
      assertEquals([seen.code, seen.lines], [0, seen.times * lines.length], seen.err);
      assert(seen.peakMiB! > 20 && seen.peakMiB! < 200, `${seen.peakMiB} MiB`);
    },
  });
}

for (const command of ["conservation", "repair"]) {
  Deno.test({
    // A line of 250,000 arrays becomes some 50 MiB of objects, and the collector lets several such lines pile up.
    name: `recordLines() needs less than 400 MiB when permafrost ${command} reads 256 MiB of hostile lines`,
    ignore: !hasProc,
    fn: async () => {
      const { code, times, lines, peakMiB } = await streamThrough([command], HOSTILE.join("\n") + "\n", 256);
      assertEquals([code, lines], [1, times * HOSTILE.length]);
      assert(peakMiB! > 20 && peakMiB! < 400, `${peakMiB} MiB`);
    },
  });
}
