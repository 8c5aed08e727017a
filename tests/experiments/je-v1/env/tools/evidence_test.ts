import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import {
  fxRate,
  lookupMaster,
  matchBank,
  openDocument,
  requestConfirmation,
} from "../../../../../experiments/je-v1/env/tools/evidence.ts";
import { indexOf } from "../../../../../experiments/je-v1/env/world_index.ts";
import { smallWorld } from "../../small_world.ts";

const INDEX = indexOf(smallWorld());
const dataOf = (reply: object): Record<string, unknown> =>
  "data" in reply ? reply.data as Record<string, unknown> : { failed: true };
const codeOf = (reply: object): unknown => "error" in reply ? (reply.error as { code: string }).code : null;
const pointerOf = (reply: object): unknown => "error" in reply ? (reply.error as { pointer: string }).pointer : "";

Deno.test("openDocument() opens a document on file whole", () => {
  const doc_id = "D-00000001", data = dataOf(openDocument(INDEX, { doc_id }));
  assertEquals(data, { evidence_id: doc_id, status: "on_file", ...INDEX.docs.get(doc_id)! });
});

Deno.test("openDocument() opens a pending document without content", () => {
  const data = dataOf(openDocument(INDEX, { doc_id: "D-00000002" }));
  assertEquals(data, { evidence_id: "D-00000002", status: "pending", doc_id: "D-00000002", kind: "goods_receipt" });
});

Deno.test("openDocument() finds nothing when no entry and no file knows the document", () => {
  assertEquals(codeOf(openDocument(INDEX, { doc_id: "D-ZZZZZZZZ" })), "not_found");
});

const TABLES: readonly [string, string, string | undefined][] = [
  ["accounts", "6000", "M-00006000"],
  ["parties", "V-101", "M-10000001"],
  ["users", "U-02", "M-20000002"],
  ["periods", "2031-03", "M-30000001"],
  ["entities", "E20", undefined],
];
for (const [table, key, id] of TABLES) {
  Deno.test(`lookupMaster() opens ${id ?? "nothing"} when it looks up ${table}`, () => {
    const data = dataOf(lookupMaster(INDEX, { table, key }));
    assertEquals([data.table, data.evidence_id, Object.hasOwn(data, "evidence_id")], [table, id, id !== undefined]);
  });
}

for (const key of ["6001", "toString", "__proto__"]) {
  Deno.test(`lookupMaster() finds nothing when the key is ${key}`, () => {
    assertEquals(codeOf(lookupMaster(INDEX, { table: "accounts", key })), "not_found");
  });
}

Deno.test("fxRate() opens the rate of the day, the pair and the kind, and no other", () => {
  const asked = { base: "EUR", quote: "USD", date: "2031-03-10", kind: "spot" };
  assertEquals(dataOf(fxRate(INDEX, asked)).evidence_id, "F-00000001");
  for (const change of [{ base: "USD" }, { quote: "EUR" }, { date: "2031-03-11" }, { kind: "closing" }]) {
    assertEquals(codeOf(fxRate(INDEX, { ...asked, ...change })), "not_found");
  }
});

const WIDE = { currency: "USD", amount_min: -5000, amount_max: 0, from: "2031-03-01", to: "2031-03-31" };

Deno.test("matchBank() opens the line when exactly one answers", () => {
  const { evidence_id, total, lines } = dataOf(matchBank(INDEX, { ...WIDE, amount_min: -1003, amount_max: -1003 }));
  assertEquals([evidence_id, total, lines], ["B-00000003", 1, [INDEX.bank[3]]]);
});

Deno.test("matchBank() opens nothing and shows twenty lines when more answer", () => {
  const { evidence_id, total, lines } = dataOf(matchBank(INDEX, WIDE));
  assertEquals([evidence_id, total, (lines as unknown[]).length], [null, 25, 20]);
});

Deno.test("matchBank() includes both ends of days", () => {
  assertEquals(dataOf(matchBank(INDEX, { ...WIDE, from: "2031-03-02", to: "2031-03-04" })).total, 3);
});

Deno.test("matchBank() opens nothing when no line answers", () => {
  assertEquals(dataOf(matchBank(INDEX, { ...WIDE, currency: "EUR" })), { evidence_id: null, total: 0, lines: [] });
});

Deno.test("requestConfirmation() opens the recorded answer", () => {
  const data = dataOf(requestConfirmation(INDEX, { party_id: "V-101", doc_id: "D-00000001" }));
  assertEquals([data.evidence_id, data.reply], ["Q-00000001", "denied"]);
});

Deno.test("requestConfirmation() opens no_reply under an id of its own when none is recorded", () => {
  const ask = (party_id: string, doc_id: string) => dataOf(requestConfirmation(INDEX, { party_id, doc_id }));
  const one = ask("V-102", "D-00000001"), pending = ask("V-102", "D-00000002");
  assertEquals([one.reply, pending.reply], ["no_reply", "no_reply"]);
  assertNotEquals(one.evidence_id, pending.evidence_id);
  assertEquals(ask("V-102", "D-00000001"), one);
});

for (
  const [args, pointer] of [
    [{ party_id: "V-999", doc_id: "D-00000001" }, "/party_id"],
    [{ party_id: "V-101", doc_id: "D-ZZZZZZZZ" }, "/doc_id"],
  ] as const
) {
  Deno.test(`requestConfirmation() finds nothing when ${pointer} is unknown`, () => {
    const reply = requestConfirmation(INDEX, args);
    assertEquals([codeOf(reply), pointerOf(reply)], ["not_found", pointer]);
  });
}
