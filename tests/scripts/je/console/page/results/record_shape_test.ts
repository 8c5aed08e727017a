import { assertEquals } from "@std/assert/equals";
import type { EpisodeRecord } from "../../../../../../experiments/je-v1/sweep/episode_record.ts";
import { METRIC_NAMES } from "../../../../../../experiments/je-v1/verify/metrics.ts";
import {
  INFERRED,
  recordFault,
  revealedEntries,
  statusOf,
} from "../../../../../../scripts/je/console/page/results/record_shape.ts";
import { played } from "../../../../../experiments/je-v1/sweep/records.ts";

const { record } = played();

/** The record with something else at a place, as untrusted JSON could have it. */
function changed(path: readonly string[], value: unknown): EpisodeRecord {
  const copy = structuredClone(record) as unknown as Record<string, unknown>;
  let here = copy;
  for (const key of path.slice(0, -1)) here = here[key] as Record<string, unknown>;
  const last = path.at(-1)!;
  if (value === undefined) delete here[last];
  else here[last] = value;
  return copy as unknown as EpisodeRecord;
}

for (const name of METRIC_NAMES) {
  Deno.test(`statusOf() says of ${name} what the experiment says (conformance 27)`, () => {
    assertEquals(statusOf(name), record.score!.metrics[name].status);
  });
}

for (const name of INFERRED) {
  Deno.test(`recordFault() refuses a record in which ${name} does not say inferred (conformance 27)`, () => {
    const at = `/score/metrics/${name}/status`;
    assertEquals(recordFault(changed(["score", "metrics", name, "status"], "source")), at);
  });
}

Deno.test("recordFault() finds nothing in a record of the experiment", () => {
  assertEquals(recordFault(record), null);
});

const places: [path: string[], value: unknown][] = [
  [["score", "outcome"], undefined],
  [["score", "outcome", "O"], "1"],
  [["score", "outcome", "points"], {}],
  [["score", "outcome", "points", "0"], null],
  [["score", "process", "P"], 1_000_001],
  [["score", "rationale", "entries"], [{}]],
  [["score", "caps"], [{ reason: 1, max: 1 }]],
  [["score", "metrics"], []],
  [["score", "metrics", "evidence_coverage", "definition"], null],
  [["score", "gate"], -1],
  [["header", "env_version"], 5],
];
for (const [path, value] of places) {
  Deno.test(`recordFault() finds ${JSON.stringify(value)} at ${path.join("/")}`, () => {
    assertEquals(recordFault(changed(path, value))?.startsWith(`/${path.join("/")}`), true);
  });
}

Deno.test("revealedEntries() gives the ledger", () => {
  assertEquals(revealedEntries(record), record.reveal!.sealed.entries);
});

const ledgers: [name: string, path: string[], value: unknown][] = [
  ["without entries", ["reveal", "sealed", "entries"], undefined],
  ["whose groups are no lists", ["reveal", "sealed", "entries", "0", "required"], [1]],
  ["whose class is none", ["reveal", "sealed", "entries", "0", "class"], "x"],
  ["that is nothing", ["reveal", "sealed"], null],
];
for (const [name, path, value] of ledgers) {
  Deno.test(`revealedEntries() gives nothing of a ledger ${name}`, () => {
    assertEquals(revealedEntries(changed(path, value)), null);
  });
}
