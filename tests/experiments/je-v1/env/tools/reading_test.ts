import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { canonicalize } from "../../../../../kernel/json_encode.ts";
import type { JsonObject } from "../../../../../kernel/json_value.ts";
import { checkArguments } from "../../../../../experiments/je-v1/env/arguments.ts";
import { plainCall } from "../../../../../experiments/je-v1/env/call.ts";
import { open, step } from "../../../../../experiments/je-v1/env/episode.ts";
import { ID_PATTERN } from "../../../../../experiments/je-v1/env/ids.ts";
import { taskOf } from "../../../../../experiments/je-v1/env/tasks.ts";
import { TOOL_SCHEMAS } from "../../../../../experiments/je-v1/env/tool_schemas.ts";
import { READING_TOOLS, type ReadingTool } from "../../../../../experiments/je-v1/env/tools/reading.ts";
import { indexOf } from "../../../../../experiments/je-v1/env/world_index.ts";
import { valueFor, wordsOf } from "../../fuzz_calls.ts";
import { smallWorld } from "../../small_world.ts";

const NAMES = Object.keys(READING_TOOLS) as ReadingTool[], WORDS = wordsOf(smallWorld());

/** Argument values that the schema of a tool allows. */
function argumentsOf(tool: ReadingTool): fc.Arbitrary<JsonObject> {
  return valueFor(TOOL_SCHEMAS[tool].parameters, WORDS).map((args) => plainCall({ tool, args }))
    .filter((call) => call.tool !== null && checkArguments(tool, call.args) === null)
    .map(({ args }) => args as JsonObject);
}

for (const tool of NAMES) {
  Deno.test(`READING_TOOLS answer ${tool} alike when asked again and on a copy of the world (conformance 14)`, () => {
    const index = indexOf(smallWorld());
    fc.assert(
      fc.property(argumentsOf(tool), (args) => {
        const first = canonicalize(READING_TOOLS[tool](index, args));
        assertEquals(canonicalize(READING_TOOLS[tool](index, structuredClone(args))), first);
        assertEquals(canonicalize(READING_TOOLS[tool](indexOf(smallWorld()), args)), first);
      }),
      { seed: 14, numRuns: 60 },
    );
  });

  Deno.test(`READING_TOOLS open an id of the right form or nothing with ${tool}`, () => {
    const index = indexOf(smallWorld());
    fc.assert(
      fc.property(argumentsOf(tool), (args) => {
        const reply = READING_TOOLS[tool](index, args);
        if (!("data" in reply)) return;
        const id = (reply.data as { evidence_id?: string | null }).evidence_id;
        const opensNothing = ["list_entries", "search_entries", "find_related", "compute"].includes(tool);
        assert(opensNothing ? id === undefined : id === null || id === undefined || ID_PATTERN.test(id));
      }),
      { seed: 15, numRuns: 60 },
    );
  });
}

Deno.test("READING_TOOLS answer alike before and after dispositions (conformance 14)", () => {
  const calls = [
    { tool: "list_entries", args: { limit: 50 } },
    { tool: "get_entry", args: { je_id: "JE-00000002" } },
    { tool: "find_related", args: { je_id: "JE-00000002", relation: "same_reference" } },
    { tool: "request_confirmation", args: { party_id: "V-101", doc_id: "D-00000001" } },
  ];
  let episode = open(smallWorld(), { tools_enabled: taskOf("JE-14")!.tools, step_budget: 50 });
  const dataOf = (): unknown[] =>
    calls.map((call) => {
      const stepped = step(episode, call);
      episode = stepped.episode;
      return stepped.observation.ok && stepped.observation.data;
    });
  const before = dataOf();
  const args = { je_id: "JE-00000002", disposition: "hold", rationale: "Awaited." };
  episode = step(episode, { tool: "set_disposition", args }).episode;
  assertEquals(dataOf(), before);
});
