import { assertEquals } from "@std/assert/equals";
import { decisionsIn, fabricatedIn, finalDecisions, openedIn } from "../../../../experiments/je-v1/verify/opened.ts";
import { called, decides, doc, failed, je, type MadeCall, opens, stepsOf } from "./made_episode.ts";

const OPENING: readonly (readonly [tool: string, id: string])[] = [
  ["get_entry", je(1)],
  ["open_document", doc(1)],
  ["lookup_master", "M-00000001"],
  ["fx_rate", "F-00000001"],
  ["match_bank", "B-00000001"],
  ["population_profile", "P-00000001"],
  ["request_confirmation", "Q-00000001"],
];
for (const [tool, id] of OPENING) {
  Deno.test(`openedIn() counts an id when ${tool} names it`, () => {
    assertEquals([...openedIn(stepsOf(called(tool, {}, { evidence_id: id })))], [[id, 0]]);
  });
}

for (const tool of ["list_entries", "search_entries", "find_related", "compute", "set_disposition", "submit"]) {
  Deno.test(`openedIn() counts nothing when ${tool} names an id`, () => {
    assertEquals(openedIn(stepsOf(called(tool, {}, { evidence_id: doc(1) }))).size, 0);
  });
}

Deno.test("openedIn() keeps the first step when an id is opened twice", () => {
  assertEquals(openedIn(stepsOf(called("compute", {}), opens(doc(1)), opens(doc(1)))).get(doc(1)), 1);
});
Deno.test("openedIn() counts nothing when a call fails", () => {
  assertEquals(openedIn(stepsOf(failed("open_document", { doc_id: doc(1) }))).size, 0);
});
Deno.test("openedIn() counts nothing when a query names no single line", () => {
  assertEquals(openedIn(stepsOf(called("match_bank", {}, { lines: [], evidence_id: null }))).size, 0);
});

/** Citations of document 1, and whether they are fabricated (conformance 25). */
const CITING: readonly (readonly [name: string, calls: readonly MadeCall[], isFabricated: boolean])[] = [
  ["opened before", [opens(doc(1)), decides(1, "flag", { evidence: [doc(1)] })], false],
  ["pending and opened before", [
    opens(doc(1), { doc_id: doc(1), kind: "invoice", status: "pending" }),
    decides(1, "hold", { evidence: [doc(1)] }),
  ], false],
  ["only listed", [
    called("list_entries", {}, { entries: [{ je_id: doc(1) }] }),
    decides(1, "flag", { evidence: [doc(1)] }),
  ], true],
  ["only named in an attachment index", [
    called("get_entry", {}, { evidence_id: je(1), attachments: [{ doc_id: doc(1) }] }),
    decides(1, "flag", { evidence: [doc(1)] }),
  ], true],
  ["opened later", [decides(1, "flag", { evidence: [doc(1)] }), opens(doc(1))], true],
  [
    "asked for in vain",
    [failed("open_document", { doc_id: doc(1) }), decides(1, "flag", { evidence: [doc(1)] })],
    true,
  ],
  ["one of two", [opens(doc(2)), decides(1, "flag", { evidence: [doc(2), doc(1)] })], true],
  ["cited again after opening", [
    decides(1, "flag", { evidence: [doc(1)] }),
    opens(doc(1)),
    decides(1, "flag", { evidence: [doc(1)] }),
  ], false],
  ["opened and no longer cited", [decides(1, "flag", { evidence: [doc(1)] }), decides(1, "approve")], false],
];
for (const [name, calls, isFabricated] of CITING) {
  Deno.test(`fabricatedIn() is ${isFabricated ? "the id" : "empty"} when it was ${name}`, () => {
    const steps = stepsOf(...calls), final = finalDecisions(decisionsIn(steps)).get(je(1))!;
    assertEquals(fabricatedIn(final, openedIn(steps)), isFabricated ? [doc(1)] : []);
  });
}

Deno.test("finalDecisions() keeps the latest when an entry was decided twice", () => {
  const steps = stepsOf(decides(1, "flag"), decides(2, "hold"), decides(1, "approve"));
  assertEquals([...finalDecisions(decisionsIn(steps)).values()].map(({ je_id, disposition }) => [je_id, disposition]), [
    [je(1), "approve"],
    [je(2), "hold"],
  ]);
});
Deno.test("decisionsIn() leaves out what was not accepted", () => {
  const steps = stepsOf(failed("set_disposition", { je_id: je(1), disposition: "flag" }), decides(2, "escalate"));
  assertEquals(decisionsIn(steps), []);
});
Deno.test("decisionsIn() reads what was said when a disposition has every part", () => {
  const args = { defect_class: "cutoff", amount_minor: -5, evidence: [doc(1), doc(1)], rationale: "late" };
  assertEquals(decisionsIn(stepsOf(decides(3, "flag", args))), [{
    ...{ step_idx: 0, je_id: je(3), disposition: "flag", defect_class: "cutoff", amount_minor: -5 },
    ...{ evidence: [doc(1)], rationale: "late" },
  }]);
});
