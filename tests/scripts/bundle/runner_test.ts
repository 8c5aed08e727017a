import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { verify } from "../../../kernel/reproduce.ts";
import type { Result } from "../../../kernel/result.ts";
import { inFolder } from "../../in_folder.ts";
import { makeFrozen, SMALL_CODE, type SmallParts } from "../../small_experiment.ts";
import { type BundleRun, bundleSmall, runSmall, runText, testBundle } from "./bundle_process.ts";

const MET = { decision: [{ id: "two", at: "/summary/count", equals: 2 }] };
const ROWS = '{"row":{"n":1}}\n{"row":{"n":2}}\n{"summary":{"count":2}}\n';

testBundle("runBundle() prints rows and summary, says that the decision is met, and exits 0", async () => {
  await inFolder(async (folder) => {
    const { code, out, err } = await runSmall(folder, { block: MET });
    assertEquals([code, out], [0, ROWS]);
    assert(/^HOLDS: 1 of 1 criteria met$/m.test(err) && /^Digest {6}[0-9a-f]{64}$/m.test(err), err);
  });
});

testBundle("runBundle() exits 1 when the decision is not met", async () => {
  await inFolder(async (folder) => {
    const block = { decision: [{ id: "three", at: "/summary/count", equals: 3 }] };
    const { code, out, err } = await runSmall(folder, { block });
    assertEquals([code, out], [1, ROWS]);
    assert(/^NOT MET +three: 2, wanted \{"equals":3\}$/m.test(err) && /^DOES NOT HOLD: 0 of 1/m.test(err), err);
  });
});

testBundle(
  "runBundle() comes to the decision and digest of a run in the sandbox, volatile parts left out",
  async () => {
    await inFolder(async (folder) => {
      const code = `const ms = performance.now() * Math.random();
      console.log(JSON.stringify({ row: { ms, n: Math.random() } }));
      console.log(JSON.stringify({ summary: { count: 2, ms } }));`;
      const block = { ...MET, volatile: ["/rows/*/ms", "/summary/ms"], determinism: { seed: 1, clock: null } };
      const small = await makeFrozen(`${folder}/small`, { code, block });
      const { result } = await verify(small, { containment: "none" });
      const text = await bundleSmall(`${folder}/again`, { code, block });
      const { out } = await runText(folder, { text, words: ["--json"] });
      const { id, manifestSha256, decision, rows, reproductionSha256 } = JSON.parse(out) as Result;
      const { reproductionSha256: expected, ...first } = result!;
      assertEquals([id, manifestSha256, decision], [first.id, first.manifestSha256, first.decision]);
      assertEquals([rows.length, reproductionSha256], [1, expected]);
    });
  },
);

/** Ways to print the lines of {@linkcode ROWS}. */
const LINES = SMALL_CODE.matchAll(/console\.log\((.*)\);/g).map(([, text]) => text).toArray();
const text = `[${LINES.at(-1)}].map((line) => line + "\\n").join("")`;
const rows = `for (const n of [1, 2]) console.log(JSON.stringify({ row: { n } }));\n`;
const WAYS: readonly [string, string][] = [
  ["console.log", SMALL_CODE],
  ["console.info", SMALL_CODE.replaceAll("console.log", "console.info")],
  ["a console format", `${rows}console.log("%s", ${LINES.at(-1)});`],
  ["Deno.stdout.writeSync", `${rows}Deno.stdout.writeSync(new TextEncoder().encode(${text}));`],
  ["Deno.stdout.write", `${rows}await Deno.stdout.write(new TextEncoder().encode(${text}));`],
  ["Deno.stdout.writable", `${rows}await new Blob([${text}]).stream().pipeTo(Deno.stdout.writable);`],
  ["process.stdout.write", `import process from "node:process";\n${rows}process.stdout.write(${text});`],
  ["a timer, after its module", `${rows}setTimeout(() => console.log(${LINES.at(-1)}), 20);`],
  ["console.log before Deno.exit", `${SMALL_CODE}Deno.exit();`],
  ["parts of lines", `${rows}for (const unit of ${text}) Deno.stdout.writeSync(new TextEncoder().encode(unit));`],
];
for (const [way, code] of WAYS) {
  testBundle(`runBundle() takes what is printed by ${way}`, async () => {
    await inFolder(async (folder) => {
      const { code: exitCode, out, err } = await runSmall(folder, { code, block: MET });
      assertEquals([exitCode, out], [0, ROWS], err);
    });
  });
}

const FAILURES: readonly [string, SmallParts, string, RegExp][] = [
  ["the code throws", { code: `throw new Error("boom");` }, "child-crash", /boom/],
  ["a task throws later", { code: `setTimeout(() => { throw new Error("late"); });` }, "child-crash", /late/],
  ["a promise is rejected", { code: `Promise.reject(new Error("left"));` }, "child-crash", /left/],
  ["it ends by an exit code", { code: `${SMALL_CODE}Deno.exit(3);` }, "child-crash", /exit code 3/],
  ["there is no summary", { code: `console.log('{"row":1}');` }, "child-summary", /without a summary/],
  ["a row follows the summary", { code: `${SMALL_CODE}console.log('{"row":1}');` }, "child-summary", /follows/],
  ["a line is no JSON", { code: `console.log("hello");` }, "child-protocol", /strict JSON/],
  ["it prints too much", { code: SMALL_CODE, block: { bounds: { outputBytes: 20 } } }, "child-output", /20 bytes/],
  [
    "it takes too long",
    {
      code: `await new Promise((end) => setTimeout(end, 60_000));`,
      block: { bounds: { timeoutMs: 300 } },
    },
    "child-timeout",
    /300 ms/,
  ],
];
for (const [what, parts, reason, says] of FAILURES) {
  testBundle(`runBundle() exits 2 without a summary or verdict when ${what}`, async () => {
    await inFolder(async (folder) => {
      const { code, out, err } = await runSmall(folder, parts);
      assertEquals([code, out.includes("summary")], [2, false], out + err);
      assertEquals(err.match(/^error: .*(?:\n {2}\| .*)*\[[a-z-]+\]$/gm)?.length, 1, err);
      assert(err.includes(`[${reason}]`) && says.test(err) && !/HOLD|Digest|base64/.test(err), err);
    });
  });
}

const OPTIONS: readonly [string, BundleRun, [number, RegExp, RegExp]][] = [
  ["--check", { words: ["--check"] }, [0, /^$/, /^Checked {5}2 files, every byte as frozen$/m]],
  ["--help", { words: ["--help"] }, [0, /^small, frozen, in one file\./, /^$/]],
  ["an unknown word", { words: ["-x"] }, [2, /^$/, /\[usage\]$/m]],
  ["more rights", { flags: ["-R", "-E"] }, [0, /summary/, /^note: .*rights than it declares: any read, any env$/m]],
];
for (const [what, options, [code, out, err]] of OPTIONS) {
  testBundle(`runBundle() knows what to do when started with ${what}`, async () => {
    await inFolder(async (folder) => {
      const end = await runSmall(folder, {}, options);
      assertEquals([end.code, out.test(end.out), err.test(end.err)], [code, true, true], end.out + end.err);
    });
  });
}

const ORDER = `let text = "";
const buffer = new Uint8Array(7);
for (let count; (count = Deno.stdin.readSync(buffer)) !== null;) text += new TextDecoder().decode(buffer.slice(0, count));
console.log(JSON.stringify({ summary: JSON.parse(text || "null") }));`;

testBundle("runBundle() gives the order itself when the order needs no place, whatever comes in", async () => {
  await inFolder(async (folder) => {
    const { out } = await runSmall(folder, { code: ORDER, block: { determinism: { seed: 7 } } }, { stdin: "{}" });
    const order = { format: "permafrost/order@1", id: "small", inputs: {}, scratch: null, seed: 7 };
    assertEquals(JSON.parse(out), { summary: order });
  });
});

testBundle("runBundle() leaves standard input to an experiment with inputs", async () => {
  await inFolder(async (folder) => {
    const block = { inputs: { data: { kind: "file", optional: true } } };
    const { out } = await runSmall(folder, { code: ORDER, block }, { stdin: '{"some":"order"}' });
    assertEquals(JSON.parse(out), { summary: { some: "order" } });
  });
});

testBundle("runBundle() stops the clock where the protocol does, with and without the flag for it", async () => {
  await inFolder(async (folder) => {
    const clock = "2026-01-02T03:04:05Z", block = { determinism: { clock } };
    const code = `console.log(JSON.stringify({ summary: new Date() }));`;
    const text = await bundleSmall(folder, { code, block });
    const { fixedClockUrl } = await import("../../../kernel/fixed_clock.ts");
    for (const flags of [[], [`--preload=${fixedClockUrl(clock)}`]]) {
      const { out, err } = await runText(folder, { text, flags });
      assertEquals(out, '{"summary":"2026-01-02T03:04:05.000Z"}\n', err);
    }
  });
});
