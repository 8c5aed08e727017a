import { assertEquals } from "@std/assert/equals";
import type { DispositionRecord } from "../../../../../experiments/je-v1/env/tool_data.ts";
import { setDisposition } from "../../../../../experiments/je-v1/env/tools/set_disposition.ts";
import { indexOf } from "../../../../../experiments/je-v1/env/world_index.ts";
import { smallWorld } from "../../small_world.ts";

const INDEX = indexOf(smallWorld()), je_id = "JE-00000001";
const NONE: ReadonlyMap<string, DispositionRecord> = new Map();

Deno.test("setDisposition() echoes what it was given, and nothing else", () => {
  const args = {
    ...{ je_id, disposition: "flag", defect_class: "duplicate", amount_minor: 5 },
    ...{ evidence: ["D-ZZZZZZZZ"], rationale: "Twice." },
  };
  assertEquals(setDisposition(INDEX, args, { before: NONE }), { data: { ...args, changed: true } } as never);
});

Deno.test("setDisposition() fills what was left out", () => {
  const reply = setDisposition(INDEX, { je_id, disposition: "approve" }, { before: NONE });
  assertEquals(reply, {
    data: {
      ...{ je_id, disposition: "approve", defect_class: null, amount_minor: null, evidence: [], rationale: "" },
      changed: true,
    },
  } as never);
});

Deno.test("setDisposition() says that nothing changed when the same is said in other words of JSON", () => {
  const first = setDisposition(INDEX, { je_id, disposition: "approve" }, { before: NONE });
  const { changed: _, ...record } = (first as { data: DispositionRecord & { changed: boolean } }).data;
  const again = setDisposition(INDEX, { rationale: "", disposition: "approve", evidence: [], je_id }, {
    before: new Map([[je_id, record]]),
  });
  assertEquals("data" in again && again.data.changed, false);
});

for (const id of ["JE-00000008", "JE-H0000000", "JE-ZZZZZZZZ"]) {
  Deno.test(`setDisposition() finds nothing under review when the entry is ${id}`, () => {
    const reply = setDisposition(INDEX, { je_id: id, disposition: "approve" }, { before: NONE });
    assertEquals("error" in reply && [reply.error.code, reply.error.pointer], ["not_found", "/je_id"]);
  });
}
