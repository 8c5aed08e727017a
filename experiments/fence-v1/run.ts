/** The entry: checks the shape of the corpus, then puts every case through both pipelines. @module */
import { runExperiment } from "../../kernel/experiment.ts";
import { readCases } from "./corpus.ts";
import { evaluateCase, type FenceRow, summarize } from "./evaluate.ts";
import document from "./cases.json" with { type: "json" };

await runExperiment(({ row, progress }) => {
  const cases = readCases(document);
  const rows: FenceRow[] = [];
  for (const item of cases) {
    const result = evaluateCase(item);
    rows.push(result);
    row(result);
    progress(rows.length, cases.length);
  }
  return summarize(rows);
});
