import { assertEquals } from "@std/assert/equals";
import type { RecordedEpisode } from "../../../../../../experiments/je-v1/sweep/episode_record.ts";
import { observationHash, type Row } from "../../../../../../experiments/je-v1/verify/trajectory.ts";
import type { Envelope } from "../../../../../../experiments/je-v1/env/envelope.ts";
import type { JsonObject, JsonValue } from "../../../../../../kernel/json_value.ts";
import { callLabel, callRows } from "../../../../../../scripts/je/console/page/results/call_rows.ts";
import { played, unitOf } from "../../../../../experiments/je-v1/sweep/records.ts";

const EPISODE = played(), [ENTRY] = EPISODE.record.reveal!.sealed.entries, [NEEDED = ""] = ENTRY!.required[0]!;

type Call = readonly [tool: string | null, args: JsonValue, data: JsonObject | null];

/** An episode of these calls and answers, on the ledger of a real one. */
function episodeOf(calls: readonly Call[]): RecordedEpisode {
  const observations = new Map<string, Envelope>();
  const rows = calls.map(([tool, args, data], step_idx): Row => {
    const place = { steps_used: step_idx + 1, steps_left: 9 };
    const answer: Envelope = data === null
      ? { ok: false, tool, error: { code: "not_found", message: "", pointer: null }, ...place }
      : { ok: true, tool: tool!, data, ...place };
    const observation_hash = observationHash(answer);
    observations.set(observation_hash, answer);
    return {
      step_idx,
      tool,
      args,
      observation_hash,
      tokens_in: null,
      tokens_out: null,
      latency_ms: null,
      reasoning_trace: null,
    };
  });
  return { record: EPISODE.record, rows, observations };
}

const open = (id: string): Call => ["open_document", { doc_id: id }, { evidence_id: id }];
const decide = (
  evidence: readonly string[],
): Call => ["set_disposition", { je_id: ENTRY!.je_id, disposition: "flag", evidence: [...evidence] }, {}];

const marked: [name: string, calls: Call[], marks: string[][]][] = [
  ["a first opening, and not the second", [open("D-1"), open("D-1")], [["opened"], []]],
  ["an opening that is cited later", [open("D-1"), decide(["D-1"])], [["opened", "cited"], ["premature"]]],
  ["no citation before the opening", [decide(["D-1"]), open("D-1")], [["premature"], ["opened"]]],
  ["no early disposition after all was opened", [
    ...ENTRY!.required.map(([id = ""]) => open(id)),
    decide([NEEDED]),
  ], [["opened", "cited"], ...ENTRY!.required.slice(1).map(() => ["opened"]), []]],
  ["nothing of a call that failed", [["open_document", { doc_id: "D-9" }, null]], [[]]],
];
for (const [name, calls, marks] of marked) {
  Deno.test(`callRows() marks ${name}`, () => {
    assertEquals(callRows(episodeOf(calls)).rows.map((row) => [...row.marks]), marks);
  });
}

const kinds = [
  ["list_entries", "list"],
  ["search_entries", "list"],
  ["get_entry", "open"],
  ["fx_rate", "ask"],
  ["compute", "reckon"],
  ["set_disposition", "decide"],
  ["submit", "submit"],
  ["toString", "failed"],
] as const;
for (const [tool, kind] of kinds) {
  Deno.test(`callRows() takes ${tool} for ${kind}`, () => {
    assertEquals(callRows(episodeOf([[tool, {}, {}]])).rows[0]?.kind, kind);
  });
}

Deno.test("callRows() says when no ledger tells what was premature", () => {
  const { record, ...rest } = played(unitOf({ seed: 2 }));
  assertEquals(callRows({ record: { ...record, reveal: null }, ...rest }).knowsPremature, false);
});

Deno.test("callRows() marks as many early dispositions as the experiment counts", () => {
  const episode = played(unitOf({ model: "flag-all" }));
  const early = callRows(episode).rows.filter(({ marks }) => marks.includes("premature"));
  assertEquals(early.length, episode.record.score!.metrics.premature_disposition.num);
});

Deno.test("callLabel() says what was called, what came of it and its marks", () => {
  const [row] = callRows(episodeOf([open("D-1")])).rows;
  assertEquals(callLabel(row!), '0: open_document {"doc_id":"D-1"} → D-1 (opened)');
});
