import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { type CallKind, timeline, type TimelineStep } from "../../../scripts/charts/timeline.ts";
import { svgText } from "../../../scripts/charts/svg_node.ts";
import { attributesOf, elementsOf, textsOf } from "./svg_search.ts";

const OPTIONS = { title: "Calls", description: "All", id: "t", widthPx: 640 };
const KINDS: readonly CallKind[] = ["list", "open", "ask", "reckon", "decide", "submit", "failed"];
const stepsOf = (count: number): TimelineStep[] =>
  Array.from({ length: count }, (_, at) => ({ step_idx: at, kind: KINDS[at % 7]!, label: `call ${at}`, marks: [] }));

Deno.test("timeline() gives every kind of call a shape of its own", () => {
  const shapes = KINDS.map((kind) => {
    const chart = timeline([{ step_idx: 0, kind, label: "", marks: [] }], OPTIONS);
    return attributesOf(chart, "path", "d").at(-1);
  });
  assertEquals(new Set(shapes).size, KINDS.length);
});

Deno.test("timeline() shows each call once, in rows, with the number of each row's first call", () => {
  const chart = timeline(stepsOf(100), OPTIONS);
  const calls = elementsOf(chart, "g").filter(({ attributes }) => String(attributes.class).startsWith("chart-call "));
  assertEquals(calls.length, 100);
  const numbers = textsOf(chart).filter((text) => /^\d+$/.test(text)).map(Number);
  assertEquals([numbers[0], numbers.length], [0, Math.ceil(100 / numbers[1]!)]);
});

Deno.test("timeline() explains the signs that occur and no others", () => {
  const chart = timeline([{ step_idx: 0, kind: "open", label: "", marks: ["cited"] }], OPTIONS);
  assertEquals(textsOf(chart), ["open", "cited later (line below)", "0"]);
});

Deno.test("timeline() marks what was opened, cited and decided too early by lines", () => {
  const step = { step_idx: 0, kind: "decide", label: "", marks: ["opened", "cited", "premature"] } as const;
  const classes = new Set([
    ...attributesOf(timeline([step], OPTIONS), "line", "class"),
    ...attributesOf(timeline([step], OPTIONS), "circle", "class"),
  ]);
  assertEquals([...classes].sort(), ["chart-cited", "chart-premature", "chart-ring"]);
});

Deno.test("timeline() keeps text text when a label is markup", () => {
  const text = svgText(timeline([{ step_idx: 0, kind: "list", label: "<script>", marks: [] }], OPTIONS));
  assert(text.includes("<title>&#60;script&#62;</title>"), text);
});

Deno.test("timeline() is empty when there are no calls", () => {
  assertEquals(elementsOf(timeline([], OPTIONS), "path"), []);
});
