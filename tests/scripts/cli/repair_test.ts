import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { dispositionOf } from "../../../experiments/repair-v1/evaluate.ts";
import { runCli, runJson } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { brokenPipe, streamThrough } from "../../line_stream.ts";

const LEDGERS = [
  { verifiedCode: "K7", attempts: [{ code: "K7", valid: false }, { code: "K7", valid: true }] },
  { verifiedCode: "K7", attempts: [{ code: "K9", valid: true }] },
];
const LINES = LEDGERS.map((ledger) => JSON.stringify(ledger) + "\n").join("");
const OUT = ([["complete", 2], ["fact-changed", 1]] as const)
  .map(([status, attemptsUsed]) => JSON.stringify({ status, attemptsUsed, disposition: dispositionOf(status) }) + "\n")
  .join("");

for (const words of [["repair"], ["repair", "-"], ["repair", "in.jsonl"]]) {
  Deno.test(`runRepair() prints a status for each line when it is called as ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      Deno.writeTextFileSync(`${cwd}/in.jsonl`, LINES);
      const { code, out, err } = await runCli(words, { cwd, input: LINES });
      assertEquals([code, out], [0, OUT]);
      assert(/^2 lines: .*, 0 bad\n$/.test(err), err);
      for (const count of ["1 complete", "1 fact-changed", "0 stopped"]) assert(err.includes(` ${count},`), err);
    });
  });
}

Deno.test("runRepair() exits 1, names the line and goes on when a line is bad", async () => {
  const { code, out, err } = await runCli(["repair"], { input: `{"attempts":7}\n\r\n${LINES}` });
  const lines = out.split("\n");
  assertEquals([code, lines.slice(2).join("\n")], [1, OUT]);
  assertEquals(lines.slice(0, 2).map((line) => JSON.parse(line).error.code), ["record-invalid", "json-empty"]);
  assertEquals(err.match(/^bad: line \d+/gm), ["bad: line 1", "bad: line 2"]);
});

Deno.test("runRepair() prints one JSON value when it is asked to", async () => {
  const { code, value } = await runJson(["repair"], { input: LINES });
  assertEquals([code, value.counts.lines, value.counts.statuses.complete, value.lines[1].status], [
    0,
    2,
    1,
    "fact-changed",
  ]);
});

for (
  const [words, code] of [
    [["repair", "."], "file-kind"],
    [["repair", "missing"], "file-missing"],
    [["repair", "a", "b"], "usage"],
    [["repair", "--against", "a"], "usage"],
  ] as const
) {
  Deno.test(`runRepair() exits 2 with ${code} when it is called as ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      const { code: exit, value } = await runJson(words, { cwd });
      assertEquals([exit, value.error.code], [2, code]);
    });
  });
}

Deno.test("runRepair() exits 2 and says nothing when nobody reads its output", async () => {
  assertEquals(await brokenPipe("repair", JSON.stringify(LEDGERS[0])), "code 2\n");
});

Deno.test("runRepair() needs less than 200 MiB for 64 MiB of lines", async () => {
  const { code, times, lines, peakMiB, err } = await streamThrough(["repair"], LINES.repeat(2000), 64);
  assertEquals([code, lines], [0, times * 4000], err);
  assert((peakMiB ?? 0) < 200, `${peakMiB} MiB`); // where /proc does not tell, nothing is known
});
