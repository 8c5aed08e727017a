import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import { FAILURE_KINDS } from "../../../experiments/recovery-v1/study/failure_kinds.ts";
import { inFolder } from "../../in_folder.ts";
import { compileFault, type Fault } from "./candidates/fault.ts";
import { ALL_FAULTS, everydayFaults, OWN_PROCESS_FAULTS } from "./candidates/faults.ts";
import {
  expectedWrongs,
  HAS_PYTHON,
  SOURCES,
  studyPair,
  WITHOUT_PYTHON,
  type Wrongs,
  wrongsOf,
} from "./candidates/faulty_study.ts";

// claude_code with upper-case escapes; codex in raw UTF-8, with the fact across two chunks; codex, raw, in one chunk.
const [ESCAPED, CROSSING, RAW] = [24, 15, 3];
const NOTHING = { failed: [], changed: [] };
/** Kinds that no executable can cause alone: a bound of the whole study, a file that is no program. */
const OTHER_CAUSES = ["no-start", "not-run"];

for (const isForked of [false, true]) {
  const way = isForked ? "forks of one process" : "processes of their own";
  Deno.test({
    name: `runStudy() passes an untuned pair when its commands are ${way}${WITHOUT_PYTHON}`,
    ignore: !HAS_PYTHON,
  }, () =>
    inFolder(async (folder) => {
      const report = await studyPair(folder, { fixtures: [ESCAPED, CROSSING], isForked });
      assertEquals(wrongsOf(report), NOTHING);
      const { summary, baseline_recovery_capabilities: capabilities, recall } = report.publicExport;
      assertEquals([summary.total_checks, summary.candidate_state_card_queries_found], [43, 6]);
      assertEquals(capabilities, { search_snapshot: "unsupported", read_snapshot: "unsupported" });
      const found = recall.filter((row) => row.backend === "baseline" && row.found > 0);
      assertEquals(found.map(({ provider, field }) => `${provider} ${field}`), ["claude_code goal"]);
    }));
}

Deno.test({
  name: `runStudy() says that a baseline supports what is new when it is the candidate${WITHOUT_PYTHON}`,
  ignore: !HAS_PYTHON,
}, () =>
  inFolder(async (folder) => {
    const report = await studyPair(folder, { fixtures: [ESCAPED], baseline: SOURCES.candidate, isForked: true });
    assertEquals(wrongsOf(report), NOTHING);
    const { summary, baseline_recovery_capabilities: capabilities } = report.publicExport;
    assertEquals(capabilities, { search_snapshot: "supported", read_snapshot: "supported" });
    assertEquals(summary.baseline_state_card_queries_found, 3);
  }));

const everyday = everydayFaults().map((fault) => {
  const hasProcess = OWN_PROCESS_FAULTS.includes(fault);
  const fixtures = fault.name.includes("chunk") ? [ESCAPED, CROSSING] : hasProcess ? [ESCAPED] : [ESCAPED, RAW];
  return { fault, fixtures, isForked: !hasProcess };
});
const asked = new Map<number, Promise<Wrongs>>();

/** Studies a fault of every day, unless that is under way. */
function study(index: number): Promise<Wrongs> {
  const { fault, fixtures, isForked } = everyday[index]!;
  const found = asked.get(index) ??
    inFolder(async (folder) => wrongsOf(await studyPair(folder, { fault, fixtures, isForked })));
  found.catch(() => {});
  asked.set(index, found);
  return found;
}

for (const [index, { fault, fixtures }] of everyday.entries()) {
  Deno.test({
    name: `runStudy() fails exactly what it must when ${fault.name}${WITHOUT_PYTHON}`,
    ignore: !HAS_PYTHON,
    // The next study is under way while a test waits for its own, and outlives it.
    ...{ sanitizeOps: false, sanitizeResources: false },
    async fn() {
      const found = study(index);
      if (index + 1 < everyday.length) study(index + 1);
      assertEquals(await found, expectedWrongs(fault, fixtures));
    },
  });
}

Deno.test("compileFault() makes a source of its own when a fault is any of the table", () => {
  const sources = ALL_FAULTS.map((fault) => compileFault(SOURCES[fault.of ?? "candidate"], fault));
  assertEquals(new Set([...sources, ...Object.values(SOURCES)]).size, ALL_FAULTS.length + 2);
  assertEquals(new Set(ALL_FAULTS.map(({ name }) => name)).size, ALL_FAULTS.length);
});

Deno.test("compileFault() throws when a piece is not there, or is there twice", () => {
  const fault: Fault = { name: "nothing", edits: [["a", "b"]], fails: [] };
  for (const source of ["", "aa"]) assertThrows(() => compileFault(source, fault), Error, "nothing");
});

Deno.test("compileFault() makes at least one executable for each kind of failure when it compiles the table", () => {
  const kinds = new Set(ALL_FAULTS.flatMap(({ fails }) => fails.map(({ kind }) => kind)));
  const missing = Object.keys(FAILURE_KINDS).filter((kind) => !kinds.has(kind as keyof typeof FAILURE_KINDS));
  assertEquals(missing.sort(), OTHER_CAUSES);
  assert(ALL_FAULTS.length >= 100);
});
