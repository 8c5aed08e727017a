import { assertEquals } from "@std/assert/equals";
import { parseStrict } from "../../../../kernel/json_decode.ts";
import {
  joinSteps,
  observationsText,
  readObservations,
  readTrajectory,
  trajectoryText,
} from "../../../../experiments/je-v1/verify/record_text.ts";
import { ROW_KEYS, trajectoryHash } from "../../../../experiments/je-v1/verify/trajectory.ts";
import { assertCode } from "../../../assert_code.ts";
import { smallWorld } from "../small_world.ts";
import { sampleOn } from "./sample.ts";

const { header, rows, steps } = sampleOn(smallWorld());
const TEXT = trajectoryText(rows), OBSERVATIONS = observationsText(steps);

Deno.test("trajectoryText() writes the eight keys of each row in their order (conformance 22)", () => {
  const lines = TEXT.trimEnd().split("\n").map((line) => parseStrict(line) as object);
  assertEquals(lines.map((line) => Object.keys(line)), rows.map(() => [...ROW_KEYS]));
});

Deno.test("readTrajectory() reads what trajectoryText() writes, with an equal hash", () => {
  assertEquals(readTrajectory(TEXT), rows);
  assertEquals(trajectoryHash(header, readTrajectory(TEXT)), trajectoryHash(header, rows));
});

Deno.test("readTrajectory() reads no rows when the text is empty", () => {
  assertEquals(readTrajectory(""), []);
});

const CHANGES: readonly [string, string, (text: string) => string][] = [
  ["a key is missing", "/0/tokens_in", (text) => text.replace('"tokens_in":null,', "")],
  ["a key is added", "/0", (text) => text.replace('{"step_idx":0,', '{"step_idx":0,"model":"m",')],
  ["rows are not numbered in turn", "/1/step_idx", (text) => text.replace('"step_idx":1', '"step_idx":2')],
  [
    "a hash is no hash",
    "/0/observation_hash",
    (text) => text.replace(/"observation_hash":"./, '"observation_hash":"X'),
  ],
  ["a latency is negative", "/0/latency_ms", (text) => text.replace('"latency_ms":null', '"latency_ms":-1')],
  ["a tool is a number", "/0/tool", (text) => text.replace('"tool":"list_entries"', '"tool":5')],
  ["a row is a list", "/0", (text) => `[]\n${text}`],
  ["the last line is cut", "", (text) => text.slice(0, -1)],
];
for (const [state, at, change] of CHANGES) {
  Deno.test(`readTrajectory() refuses when ${state} (conformance 22)`, () => {
    assertCode(() => readTrajectory(change(TEXT)), "record-invalid", at);
  });
}

Deno.test("observationsText() writes an answer once when it was given twice", () => {
  assertEquals(observationsText([...steps, ...steps]), OBSERVATIONS);
  assertEquals(OBSERVATIONS.trimEnd().split("\n").length, new Set(rows.map((row) => row.observation_hash)).size);
});

Deno.test("joinSteps() gives the steps back from both texts", () => {
  const plain = steps.map(({ step_idx, tool, args, observation }) => ({ step_idx, tool, args, observation }));
  assertEquals(joinSteps(readTrajectory(TEXT), readObservations(OBSERVATIONS)), plain);
});

Deno.test("joinSteps() refuses when an answer was not recorded", () => {
  const some = readObservations(OBSERVATIONS.slice(OBSERVATIONS.indexOf("\n") + 1));
  assertCode(() => joinSteps(rows, some), "record-invalid", "/0/observation_hash");
});

Deno.test("readObservations() refuses when one byte of an answer is flipped", () => {
  const flipped = OBSERVATIONS.replace('"steps_used":1', '"steps_used":2');
  assertCode(() => readObservations(flipped), "record-invalid", "/0/observation_hash");
});

Deno.test("readObservations() refuses when a line has another key", () => {
  assertCode(() => readObservations(OBSERVATIONS.replace("{", '{"note":1,')), "record-invalid", "/0");
});
