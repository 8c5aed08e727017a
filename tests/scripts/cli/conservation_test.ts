import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { runCli, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { brokenPipe, streamThrough } from "../../line_stream.ts";

const INPUT = {
  spec_bytes_utf8: "hello, name",
  output_bytes_utf8: "hello, name",
  delta_fields: {},
  substrate_id: "",
  substrate_arrangement_hash: "",
  substrate_used_info: 0,
  residual_tolerance: 0,
  required_slots: [] as string[],
};
const LINES = [INPUT, { ...INPUT, output_bytes_utf8: "hi" }, { ...INPUT, required_slots: ["na\u202eme"] }]
  .map((input) => JSON.stringify(input) + "\n").join("");
const OUT = '[{"kind":"conforming"}]\n[{"kind":"below_spec","shortfall":9}]\n' +
  '[{"kind":"missing_delta","missing":["na\u202eme"]}]\n';
const SUMMARY = "3 lines: 1 conforming, 1 missing_delta, 1 below_spec, 0 hallucination, 0 bad\n";

for (const words of [["conservation"], ["conservation", "-"], ["conservation", "in.jsonl"]]) {
  Deno.test(`runConservation() prints a list for each line when it is called as ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      Deno.writeTextFileSync(`${cwd}/in.jsonl`, LINES);
      assertEquals(await runCli(words, { cwd, input: LINES }), { code: 0, out: OUT, err: SUMMARY });
    });
  });
}

Deno.test("runConservation() exits 1, names the line and goes on when a line is bad", async () => {
  const { code, out, err } = await runCli(["conservation"], { input: `\n${LINES}{}` });
  const lines = out.split("\n");
  assertEquals([code, lines.length, lines.slice(1, 4).join("\n") + "\n"], [1, 6, OUT]);
  assertEquals([lines[0], lines[4]].map((line) => JSON.parse(line!).error.code), ["json-empty", "record-invalid"]);
  assertEquals(err.split("\n").map((line) => line.replace(/: Cannot.*(?= \[)/, "")), [
    "bad: line 1 [json-empty]",
    "bad: line 5 [record-invalid]",
    "5 lines: 1 conforming, 1 missing_delta, 1 below_spec, 0 hallucination, 2 bad",
    "",
  ]);
});

Deno.test("runConservation() escapes on a terminal what it could obey", async () => {
  const { out } = await runCli(["conservation"], { input: LINES, isOutTerminal: true });
  assertEquals(out, OUT.replace("\u202e", "\\u202e"));
});

Deno.test("runConservation() prints one JSON value when it is asked to", async () => {
  const { code, value } = await runJson(["conservation"], { input: LINES });
  assertEquals([code, value.counts.kinds.conforming, value.lines], [
    0,
    1,
    OUT.trim().split("\n").map((line) => JSON.parse(line)),
  ]);
});

for (
  const [name, theirs, code, said] of [
    ["the same", OUT, 0, "SAME: theirs, 3 lines"],
    ["another number", OUT.replace("9", "8"), 1, "line 2, byte 35 of it, byte 59 of all"],
    [
      "a line that is missing",
      OUT.split("\n").slice(0, 2).join("\n") + "\n",
      1,
      "3 lines expected, 2 observed: 1 missing",
    ],
    ["a line too many", OUT + "[]\n", 1, "3 lines expected, 4 observed: 1 too many"],
    ["no final line end", OUT.trimEnd(), 1, "(ends here)"],
    ["CRLF", OUT.replaceAll("\n", "\r\n"), 1, "line 1, byte 24 of it, byte 24 of all"],
    ["an escape where the list has the character", OUT.replace("\u202e", "\\u202e"), 1, "\\\\u202e"],
    ["nothing", "", 1, "line 1, byte 1 of it, byte 1 of all"],
  ] as const
) {
  Deno.test(`runConservation() exits ${code} and says so when the other output is ${name}`, async () => {
    await inFolder(async (cwd) => {
      Deno.writeTextFileSync(`${cwd}/theirs`, theirs);
      const seen = await runCli(["conservation", "--against", "theirs"], { cwd, input: LINES });
      assertEquals([seen.code, seen.out, seen.err.startsWith(SUMMARY), wideLines(seen.err)], [code, "", true, []]);
      assert(seen.err.includes(said), seen.err);
      const { code: exit, value } = await runJson(["conservation", "--against", "theirs"], { cwd, input: LINES });
      assertEquals([exit, Object.keys(value)], [code, ["same", "difference", "lines", "counts"]]);
      assertEquals([value.same, value.difference === null], [code === 0, code === 0]);
    });
  });
}

Deno.test("runConservation() reads the other output from standard input; a bad line makes it exit 1", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(`${cwd}/in.jsonl`, `${LINES}{`);
    const { out: input } = await runCli(["conservation", "in.jsonl"], { cwd });
    const { code, err } = await runCli(["conservation", "in.jsonl", "--against=-"], { cwd, input });
    assertEquals([code, err.includes("bad: line 4: "), err.endsWith("SAME: -, 4 lines\n")], [1, true, true]);
  });
});

for (
  const [words, code] of [
    [["conservation", "."], "file-kind"],
    [["conservation", "missing"], "file-missing"],
    [["conservation", "--against", "."], "file-kind"],
    [["conservation", "--against", "missing"], "file-missing"],
    [["conservation", "missing", "--against", "in"], "file-missing"],
    [["conservation", "--against=-"], "usage"],
    [["conservation", "-", "--against=-"], "usage"],
    [["conservation", "a", "b"], "usage"],
  ] as const
) {
  Deno.test(`runConservation() exits 2 with ${code} when it is called as ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      Deno.writeTextFileSync(`${cwd}/in`, OUT);
      const { code: exit, value } = await runJson(words, { cwd, input: LINES });
      assertEquals([exit, value.error.code], [2, code]);
    });
  });
}

Deno.test("runConservation() exits 2 and says nothing when nobody reads its output", async () => {
  assertEquals(await brokenPipe("conservation", JSON.stringify(INPUT)), "code 2\n");
});

Deno.test("runConservation() needs less than 200 MiB for 64 MiB of lines", async () => {
  const { code, times, lines, peakMiB, err } = await streamThrough(["conservation"], LINES.repeat(1000), 64);
  assertEquals([code, lines], [0, times * 3000], err);
  assert((peakMiB ?? 0) < 200, `${peakMiB} MiB`); // where /proc does not tell, nothing is known
});
