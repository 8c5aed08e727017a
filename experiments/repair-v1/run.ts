/** The entry: checks the shape of the cases, then evaluates every one of them. @module */
import { runExperiment } from "../../kernel/experiment.ts";
import published from "./cases.json" with { type: "json" };
import { readCases } from "./corpus.ts";
import { judgeCase, type RepairRow, summarize } from "./judge.ts";
import own from "./own_cases.json" with { type: "json" };

await runExperiment(({ row, progress }) => {
  const cases = readCases(published, own);
  const rows: RepairRow[] = [];
  for (const one of cases) {
    const result = judgeCase(one);
    rows.push(result);
    row(result);
    progress(rows.length, cases.length);
  }
  return summarize(rows);
});
