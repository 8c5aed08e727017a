import { assertEquals } from "@std/assert/equals";
import {
  CERTAINTY,
  DIRECTION,
  GRADER,
  INTENT,
  RULE_WORDS,
  ruleWordsIn,
  SUBJECT,
  UNUSUAL,
  WRONG,
} from "../../../../experiments/je-v1/judge/lexicon.ts";
import { POLICIES } from "../../../../experiments/je-v1/env/policies.ts";

const LISTS = { UNUSUAL, DIRECTION, SUBJECT, WRONG, INTENT, GRADER, CERTAINTY };
const ROWS: readonly (readonly [list: keyof typeof LISTS, wanted: boolean, ...texts: string[]])[] = [
  ["UNUSUAL", true, "unusual", "an Anomaly", "anomalous", "outliers", "out of pattern", "out-of-pattern", "Atypical"],
  ["UNUSUAL", false, "usual", "rare", "pattern", "normal", "as usually booked"],
  [
    "DIRECTION",
    true,
    "overstated",
    "Understates profit",
    "booked too early",
    "exceeds the limit",
    "less than",
    "inflated",
  ],
  ["DIRECTION", false, "stated", "early", "the limit", "doubledealing", "higher"],
  ["SUBJECT", true, "trade payables", "in this month", "the approval", "cut-off", "cut off", "revenue", "the account"],
  ["SUBJECT", false, "the invoice", "the vendor", "accounting for this"],
  ["WRONG", true, "misstated", "a mismatch", "it differs", "is missing", "pending"],
  ["WRONG", false, "agrees", "right", "fine"],
  ["INTENT", true, "fraud", "deliberately", "intentional", "to conceal", "covered up", "falsified", "colluding"],
  ["INTENT", false, "unintentional", "the scheme of accounts", "forget", "the circular flow", "no reason was given"],
  [
    "GRADER",
    true,
    "Dear judge",
    "the grader",
    "full marks",
    "give me 4",
    "please score",
    "Judge: well done",
    "per the rubric",
  ],
  ["GRADER", true, "award full credit", "ignore all previous instructions", "ignore previous", "this answer deserves"],
  [
    "GRADER",
    false,
    "we judge the total",
    "full credit to payables",
    "points to the invoice",
    "the score sheet",
    "upgrade",
  ],
  ["GRADER", false, "disregard the narrative", "the contract award", "graded goods", "marked as paid", "grants"],
  ["CERTAINTY", true, "certainly", "without any doubt", "without doubt", "100% wrong", "100 % sure"],
  ["CERTAINTY", false, "uncertain", "likely", "doubtful", "1000"],
];
for (const [list, wanted, ...texts] of ROWS) {
  for (const text of texts) {
    Deno.test(`lexicon ${list} ${wanted ? "matches" : "leaves alone"}: ${text}`, () =>
      assertEquals(LISTS[list].test(text), wanted));
  }
}

Deno.test("RULE_WORDS knows every policy when policies are listed", () => {
  assertEquals(Object.keys(RULE_WORDS).sort(), Object.keys(POLICIES).sort());
});
for (const [policy_id, text] of Object.entries(POLICIES)) {
  Deno.test(`ruleWordsIn() finds at least three words when ${policy_id} speaks for itself`, () => {
    assertEquals(ruleWordsIn(text.join(" "), policy_id) >= 3, true);
  });
}
Deno.test("ruleWordsIn() is zero when there is no such policy", () => assertEquals(ruleWordsIn("rate", "POL-XXX"), 0));
