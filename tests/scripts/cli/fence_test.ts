import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { runCli, runJson } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";

const CASES = new URL("../../../experiments/fence-v1/cases.json", import.meta.url);
const FENCED = '```json\n{"a":1}\n```';
const LINES = [JSON.stringify(FENCED), JSON.stringify({ text: FENCED }), JSON.stringify("none")].join("\n") + "\n";

function parseLines(out: string) {
  assert(out.endsWith("\n"), out);
  return out.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

for (const words of [["fence"], ["fence", "-"], ["fence", "in.jsonl"], ["fence", "a b/../in.jsonl"]]) {
  Deno.test(`runFence() prints a line of JSON for each line when it is called as ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      Deno.mkdirSync(`${cwd}/a b`);
      Deno.writeTextFileSync(`${cwd}/in.jsonl`, LINES);
      const { code, out, err } = await runCli(words, { cwd, input: LINES });
      const lines = parseLines(out);
      assertEquals(lines.map(({ line, candidate }) => [line, candidate]), [[1, '{"a":1}'], [2, '{"a":1}'], [3, null]]);
      assertEquals(Object.keys(lines[0]), ["line", "mode", "candidate", "reason"]);
      assertEquals([code, err], [0, "3 lines, 2 with a candidate, 0 bad\n"]);
    });
  });
}

Deno.test("runFence() reads the named field", async () => {
  const input = JSON.stringify({ reply: FENCED, text: "no" }) + "\n";
  const { code, out } = await runCli(["fence", "--field", "reply"], { input });
  assertEquals([code, parseLines(out)[0].candidate], [0, '{"a":1}']);
});

Deno.test("runFence() scores when it is given the right invoice", async () => {
  await inFolder(async (cwd) => {
    const gold = JSON.parse(Deno.readTextFileSync(CASES)).cases[0].expected;
    Deno.writeTextFileSync(`${cwd}/gold.json`, JSON.stringify(gold));
    const input = [JSON.stringify("```json\n" + JSON.stringify(gold) + "\n```"), JSON.stringify("no")].join("\n");
    const { code, out, err } = await runCli(["fence", "--gold", "gold.json"], { cwd, input });
    assertEquals(parseLines(out).map(({ score }) => score.accepted), [true, false]);
    assertEquals([code, err], [0, "2 lines, 1 with a candidate, 1 accepted, 0 bad\n"]);
  });
});

Deno.test("runFence() exits 1 and goes on when a line is bad", async () => {
  const { code, out, err } = await runCli(["fence"], { input: `{"text":1,"text":2}\n\n7\n${LINES}` });
  const lines = parseLines(out);
  assertEquals([code, lines.length, err], [1, 6, "6 lines, 2 with a candidate, 3 bad\n"]);
  assertEquals(lines.slice(0, 3).map(({ error }) => error.code), ["json-duplicate-key", "json-empty", "line-shape"]);
});

Deno.test("runFence() prints one JSON value when it is asked to", async () => {
  const { code, value } = await runJson(["fence"], { input: LINES });
  assertEquals([code, value.counts.lines, value.lines.length, value.lines[2].line], [0, 3, 3, 3]);
  assertEquals((await runJson(["fence"], { input: "" })).value, {
    counts: { lines: 0, framed: 0, accepted: 0, bad: 0 },
    lines: [],
  });
});

Deno.test("runFence() writes escapes of a model's output as escapes", async () => {
  const text = '```json\n{"a":"\x9b2J\u202e"}\n```';
  const { out } = await runCli(["fence"], { input: JSON.stringify(text) });
  assertEquals([/[\x9b\u202e]/.test(out), parseLines(out)[0].candidate], [false, '{"a":"\x9b2J\u202e"}']);
});

for (
  const [words, code] of [
    [["fence", "."], "file-kind"],
    [["fence", "missing"], "file-missing"],
    [["fence", "--gold", "."], "file-kind"],
    [["fence", "--gold", "bad.json"], "gold-invalid"],
    [["fence", "--field", ""], "usage"],
    [["fence", "a", "b"], "usage"],
  ] as const
) {
  Deno.test(`runFence() exits 2 with ${code} when it is called as ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      Deno.writeTextFileSync(`${cwd}/bad.json`, '{"not":"an invoice"}');
      const { code: exit, value } = await runJson([...words], { cwd, input: LINES });
      assertEquals([exit, value.error.code], [2, code]);
    });
  });
}
