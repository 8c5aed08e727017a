import { assertEquals } from "@std/assert/equals";
import published from "../../../experiments/repair-v1/cases.json" with { type: "json" };
import { readCases } from "../../../experiments/repair-v1/corpus.ts";
import { judgeCase, summarize } from "../../../experiments/repair-v1/judge.ts";
import own from "../../../experiments/repair-v1/own_cases.json" with { type: "json" };

const FLAGS = ["run", "--no-config", "--no-lock", "--no-prompt", "--no-remote", "--no-npm", "--no-check"];

Deno.test("runExperiment() prints a row for each case in order, then the summary, without any permission", async () => {
  const entry = new URL("../../../experiments/repair-v1/run.ts", import.meta.url).pathname;
  const how: Deno.CommandOptions = { args: [...FLAGS, entry], stdin: "null", stderr: "null" };
  const { code, stdout } = await new Deno.Command(Deno.execPath(), how).output();
  const lines = new TextDecoder().decode(stdout).split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const rows = readCases(published, own).map((one) => judgeCase(one));
  const printed = lines.flatMap((line) => "row" in line ? [JSON.stringify(line.row)] : []);
  assertEquals([code, printed], [0, rows.map((row) => JSON.stringify(row))]); // as texts: some ledgers have __proto__
  assertEquals(lines.filter((line) => "progress" in line).at(-1), { progress: { done: 185, total: 185 } });
  assertEquals(lines.at(-1), { summary: summarize(rows) });
});
