import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import {
  firstLink,
  type Header,
  HEADER_KEYS,
  nextLink,
  observationHash,
  type Row,
  ROW_KEYS,
  rowOf,
  trajectoryHash,
} from "../../../../experiments/je-v1/verify/trajectory.ts";
import { smallWorld } from "../small_world.ts";
import { sampleOn } from "./sample.ts";

const SAMPLE = sampleOn(smallWorld());

Deno.test("rowOf() makes rows of exactly the eight keys (conformance 22)", () => {
  for (const row of SAMPLE.rows) assertEquals(Object.keys(row), [...ROW_KEYS]);
});

Deno.test("rowOf() leaves what is not known null and keeps what is", () => {
  const [first] = SAMPLE.steps, row = rowOf(first!, { tokens_in: 12, reasoning_trace: "hm" });
  assertEquals([row.tokens_in, row.tokens_out, row.latency_ms, row.reasoning_trace], [12, null, null, "hm"]);
});

Deno.test("rowOf() names no model in the header's keys", () => {
  assertEquals(Object.keys(SAMPLE.header).sort(), [...HEADER_KEYS].sort());
});

Deno.test("observationHash() is the SHA-256 of the canonical envelope", () => {
  const { observation } = SAMPLE.steps[0]!;
  assertEquals(observationHash(observation), sha256Hex(canonicalize(observation)));
});

Deno.test("trajectoryHash() is the chain of header and cores, written out (conformance 22)", () => {
  const { header, rows } = SAMPLE;
  let link: string = sha256Hex(canonicalize(header));
  for (const { step_idx, tool, args, observation_hash } of rows) {
    link = sha256Hex(link + canonicalize({ args, observation_hash, step_idx, tool }));
  }
  assertEquals(trajectoryHash(header, rows), link);
});

Deno.test("trajectoryHash() of no rows is the first link", () => {
  assertEquals(trajectoryHash(SAMPLE.header, []), firstLink(SAMPLE.header));
});

const first = SAMPLE.rows[0]!;
const FLIPPED: readonly [string, Partial<Row>][] = [
  ["step_idx", { step_idx: 1 }],
  ["tool", { tool: "list_entriez" }],
  ["args", { args: { limit: 3 } }],
  ["observation_hash", {
    observation_hash: first.observation_hash.replace(/^./, (digit) => digit === "0" ? "1" : "0"),
  }],
];
for (const [key, change] of FLIPPED) {
  Deno.test(`trajectoryHash() differs when one byte of ${key} does (conformance 22)`, () => {
    const rows = [{ ...first, ...change }, ...SAMPLE.rows.slice(1)];
    assertNotEquals(trajectoryHash(SAMPLE.header, rows), trajectoryHash(SAMPLE.header, SAMPLE.rows));
  });
}

for (const key of HEADER_KEYS) {
  Deno.test(`trajectoryHash() differs when the header's ${key} does`, () => {
    const header = { ...SAMPLE.header, [key]: null } as unknown as Header;
    assertNotEquals(trajectoryHash(header, SAMPLE.rows), trajectoryHash(SAMPLE.header, SAMPLE.rows));
  });
}

Deno.test("trajectoryHash() differs when rows change places or go missing", () => {
  const whole = trajectoryHash(SAMPLE.header, SAMPLE.rows);
  assertNotEquals(trajectoryHash(SAMPLE.header, SAMPLE.rows.toReversed()), whole);
  assertNotEquals(trajectoryHash(SAMPLE.header, SAMPLE.rows.slice(1)), whole);
});

Deno.test("trajectoryHash() stays when volatile fields change (conformance 23)", () => {
  const volatile = { tokens_in: 5, tokens_out: 6, latency_ms: 7, reasoning_trace: "because" };
  const rows = SAMPLE.rows.map((row) => ({ ...row, ...volatile }));
  assertEquals(trajectoryHash(SAMPLE.header, rows), trajectoryHash(SAMPLE.header, SAMPLE.rows));
});

Deno.test("nextLink() depends on the link before", () => {
  assertNotEquals(nextLink("a", first), nextLink("b", first));
});
