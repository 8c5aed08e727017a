import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { indexOf, madeId } from "../../../../experiments/je-v1/env/world_index.ts";
import { entryOf, smallWorld } from "../small_world.ts";

Deno.test("indexOf() prepares a world once", () => {
  const world = smallWorld();
  assert(indexOf(world) === indexOf(world));
});

Deno.test("indexOf() freezes the world with all its parts", () => {
  const world = smallWorld();
  indexOf(world);
  const walk = (value: unknown): boolean =>
    typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(walk));
  assert(walk(world));
});

Deno.test("indexOf() orders entries by posting date and id, wherever they come from", () => {
  const keys = indexOf(smallWorld()).all.map(({ posting_date, je_id }) => `${posting_date} ${je_id}`);
  assertEquals(keys, keys.toSorted());
});

Deno.test("indexOf() tells pending documents from those on file", () => {
  const { docs, pending } = indexOf(smallWorld());
  assertEquals([...pending], [["D-00000002", "goods_receipt"]]);
  assertEquals(docs.has("D-00000002"), false);
});

Deno.test("indexOf() reckons an entry's sum, parties, accounts and reference", () => {
  const { total_debit_minor, parties, accounts, suspense, reference } = indexOf(smallWorld()).facts.get("JE-00000001")!;
  assertEquals([total_debit_minor, [...parties], [...accounts], suspense, reference], [
    ...[10_000, ["V-101"], ["6000", "2000"], []],
    "INV123",
  ]);
});

Deno.test("madeId() follows from the world and the question", () => {
  const index = indexOf(smallWorld()), again = indexOf(smallWorld()), other = indexOf(smallWorld("JE-15"));
  const made = { kind: "Q", question: ["V-101", "D-00000001"] } as const;
  const question = [...made.question];
  assertEquals(madeId(index, { kind: "Q", question }), madeId(again, { kind: "Q", question }));
  assertNotEquals(madeId(index, { kind: "Q", question }), madeId(other, { kind: "Q", question }));
  assertNotEquals(
    madeId(index, { kind: "Q", question }),
    madeId(index, { kind: "Q", question: ["V-101", "D-00000002"] }),
  );
});

Deno.test("indexOf() takes a document as on file when it is, whatever an entry says, and no other as pending", () => {
  const attachments = [
    { doc_id: "D-00000001", kind: "invoice", status: "pending" },
    { doc_id: "D-00000005", kind: "memo", status: "on_file" },
  ] as const;
  const entries = [entryOf("JE-00000001", [["6000", 1, 1]], { attachments: [...attachments] })];
  const { docs, pending } = indexOf(smallWorld("JE-14", { entries }));
  assertEquals([docs.has("D-00000001"), [...pending]], [true, []]);
});

Deno.test("indexOf() orders bank lines by day and id", () => {
  const { bank } = smallWorld(), sameDay = bank.map((line, at) => ({ ...line, value_date: `2031-03-0${1 + at % 3}` }));
  const keys = indexOf(smallWorld("JE-14", { bank: sameDay.toReversed() })).bank
    .map(({ value_date, evidence_id }) => `${value_date} ${evidence_id}`);
  assertEquals(keys, keys.toSorted());
});
