/** The entry: checks the shape of the vectors, then judges every one of them. @module */
import { runExperiment } from "../../kernel/experiment.ts";
import { readVectors } from "./corpus.ts";
import { type ConservationRow, evaluateVector, summarize } from "./evaluate.ts";
import own from "./own_vectors.json" with { type: "json" };
import published from "./vectors.json" with { type: "json" };

await runExperiment(({ row, progress }) => {
  const vectors = readVectors(published, own);
  const rows: ConservationRow[] = [];
  for (const vector of vectors) {
    const result = evaluateVector(vector);
    rows.push(result);
    row(result);
    progress(rows.length, vectors.length);
  }
  return summarize(rows);
});
