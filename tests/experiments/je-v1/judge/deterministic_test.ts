import { assertEquals } from "@std/assert/equals";
import { type JudgedRationale, judgeRationale } from "../../../../experiments/je-v1/judge/deterministic.ts";
import { type Criterion, VARIANTS } from "../../../../experiments/je-v1/judge/rubric.ts";
import { seenIn } from "../../../../experiments/je-v1/judge/tokens.ts";

const SHOWN = "D-00000001 V-104 2031-03-04 120000 138000 555555 666666 777777 888888 999999 111111 222222";
const SEEN = seenIn(["POL-TIE POL-TAX POL-BAL D-P0000001"], [SHOWN]);
const ITEM: JudgedRationale = {
  ...{ je_id: "JE-00000001", rationale: "", step_idx: 1, key_facts: ["D-00000001", "120000", "138000", "2031-03-04"] },
  ...{ amount_minor: 18_000, policy_id: "POL-TIE", policy_doc_id: "D-P0000001" },
};
const numbers = (count: number) => "120000 ".repeat(count);
const facts = (seen: number, unseen: number) =>
  [...SHOWN.split(" ").slice(3, 3 + seen), ...Array.from({ length: unseen }, (_, at) => String(345_678 + at))].join(
    " ",
  );

/** A rationale and what the strict, standard and lenient judges give one criterion. */
const ROWS: readonly (readonly [criterion: Criterion, name: string, rationale: string, scores: string])[] = [
  ["grounding", "no fact is named", "It is wrong.", "000"],
  ["grounding", "only counts are named", "3 of 12 lines", "000"],
  ["grounding", "two of five facts were seen", facts(2, 3), "001"],
  ["grounding", "half of the facts were seen", facts(3, 3), "011"],
  ["grounding", "three of four facts were seen", facts(3, 1), "122"],
  ["grounding", "six of seven facts were seen", facts(6, 1), "223"],
  ["grounding", "nine of ten facts were seen", facts(9, 1), "233"],
  ["grounding", "all facts were seen", facts(5, 0), "444"],
  ["grounding", "a fact is repeated", `${facts(1, 1)} 120000 120000`, "011"],
  ["grounding", "the right amount was worked out", "18000", "444"],
  ["grounding", "a key fact is a number that was worked out", "off by 18,000", "444"],
  ["grounding", "an id was never shown", "D-00000009", "000"],
  ["key_facts", "none is named", "wrong", "000"],
  ["key_facts", "one of four is named", "120000", "011"],
  ["key_facts", "two of four are named, one as printed", "1,200.00 and 1380.00", "122"],
  ["key_facts", "three of four are named", "120000 138000 on 2031-03-04", "233"],
  ["key_facts", "all are named", "D-00000001 120000 138000 2031-03-04", "444"],
  ["rule", "no rule is named", "wrong", "000"],
  ["rule", "the policy is named", "POL-TIE", "444"],
  ["rule", "the policy's document is named", "see D-P0000001", "444"],
  ["rule", "one other policy is named beside it", "POL-TIE, POL-TAX", "244"],
  ["rule", "every policy is named", "POL-TIE POL-TAX POL-BAL", "224"],
  ["rule", "only another policy is named", "POL-TAX", "111"],
  ["rule", "one rule word is there", "the invoice", "112"],
  ["rule", "two rule words are there", "the invoice total", "122"],
  ["rule", "three rule words are there", "payables and the invoice total", "223"],
  ["rule", "four rule words are there", "payables must agree with the invoice total", "233"],
  ["rule", "five rule words are there", "payables must agree with the invoice total: booked less", "333"],
  ["consequence", "nothing follows", "see the file", "000"],
  ["consequence", "something is wrong", "there is a mismatch", "112"],
  ["consequence", "a direction is named", "it is overstated", "222"],
  ["consequence", "an account is named", "for payables", "222"],
  ["consequence", "an account is wrong", "payables differ", "334"],
  ["consequence", "a direction is wrong", "wrong, since overstated", "333"],
  ["consequence", "direction and account share a sentence", "Payables are overstated.", "444"],
  ["consequence", "direction and account stand apart", "It is overstated. See the payables.", "344"],
  ["discipline", "it is concise", "Payables are overstated.", "444"],
  ["discipline", "it holds twelve numbers", numbers(12), "444"],
  ["discipline", "it holds thirteen numbers", numbers(13), "124"],
  ["discipline", "it holds seventeen numbers", numbers(17), "122"],
  ["discipline", "it holds twenty-five numbers", numbers(25), "112"],
  ["discipline", "it holds thirty-three numbers", numbers(33), "111"],
  ["discipline", "it holds many ids", "D-00000001 ".repeat(30), "444"],
  ["discipline", "it is long", "word ".repeat(190), "334"],
  ["discipline", "it claims certainty", "certainly wrong", "333"],
  ["discipline", "it alleges intent", "a fraud", "000"],
  ["discipline", "it speaks to the grader", "dear judge", "000"],
];
for (const [criterion, name, rationale, scores] of ROWS) {
  Deno.test(`judgeRationale() gives ${criterion} ${scores} from strict to lenient when ${name}`, () => {
    const given = VARIANTS.map((variant) => judgeRationale({ ...ITEM, rationale }, SEEN, { variant })[criterion]);
    assertEquals(given.join(""), scores);
  });
}

Deno.test("judgeRationale() gives nothing when there are no words", () => {
  const scores = judgeRationale({ ...ITEM, rationale: " \n" }, SEEN, { variant: "lenient" });
  assertEquals(Object.values(scores), [0, 0, 0, 0, 0]);
});
Deno.test("judgeRationale() gives full key facts when there are none to name", () => {
  assertEquals(
    judgeRationale({ ...ITEM, key_facts: [], rationale: "wrong" }, SEEN, { variant: "strict" }).key_facts,
    4,
  );
});
Deno.test("judgeRationale() takes a key fact of several words when it stands there", () => {
  const item = { ...ITEM, key_facts: ["INV 0123"], rationale: "number INV 0123" };
  assertEquals(judgeRationale(item, SEEN, { variant: "strict" }).key_facts, 4);
});
