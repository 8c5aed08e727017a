import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import fc from "fast-check";
import { playEpisode } from "../../../../experiments/je-v1/env/session.ts";
import { finishUnit, prepareUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { openLive } from "../../../../scripts/je/mcp/live_episode.ts";
import { clientUnit, reference } from "./client_session.ts";

const BUDGET = 5, unit = clientUnit({ step_budget: BUDGET }), prepared = prepareUnit(unit);
const { world } = prepared.instance, { tools_enabled, step_budget } = unit.run_config;

Deno.test("openLive() records what playEpisode() does of the same calls, whatever they are", () => {
  const known = reference(clientUnit()).calls.map(({ name, arguments: args }): [string | null, JsonValue] => {
    return [name, args as JsonValue];
  });
  const some = fc.oneof(
    fc.constantFrom(...known),
    fc.tuple(fc.constantFrom(null, "submit", "__proto__", "nowhere"), fc.jsonValue() as fc.Arbitrary<JsonValue>),
    fc.tuple(fc.constantFrom(...tools_enabled), fc.jsonValue() as fc.Arbitrary<JsonValue>),
  );
  fc.assert(
    fc.property(fc.array(some, { maxLength: BUDGET + 4 }), (calls) => {
      const live = openLive(prepared, { nowMs: () => 0 }), answers = calls.map(([tool, args]) => live.call(tool, args));
      const expected: unknown[] = [];
      const played = playEpisode(world, (session) => {
        for (const [tool, args] of calls) expected.push(session.call(tool, args));
      }, { tools_enabled, step_budget, nowMs: () => 0 });
      assertEquals(answers as unknown[], expected);
      assertEquals([live.hasBegun(), live.isOver()], [calls.length > 0, played.termination !== "stopped"]);
      assertEquals(live.finish({ a: 1 }), finishUnit(prepared, { ...played, provider: { a: 1 } }));
    }),
    { seed: 11, numRuns: 150 },
  );
});

Deno.test("openLive() measures from answer to answer, in whole milliseconds, and never backwards", () => {
  const times = [10, 12.9, 12, 40], live = openLive(prepared, { nowMs: () => times.shift()! });
  for (let at = 0; at < 3; at++) live.call("list_entries", {});
  assertEquals(live.finish({}).rows.map(({ latency_ms }) => latency_ms), [2, 0, 28]);
});

Deno.test("openLive() lists the tools and gives the brief of the unit", () => {
  const { brief, tools } = openLive(prepared, { nowMs: () => 0 });
  assertEquals([brief.step_budget, brief.tools, tools], [step_budget, [...tools], tools_enabled]);
});

Deno.test("openLive() says that it begins before its first call, once, and takes no call when that fails", () => {
  const begun: unknown[] = [], failure = new Error("taken");
  const live = openLive(prepared, { nowMs: () => 0, begin: () => begun.push(live.hasBegun()) });
  for (let at = 0; at < 3; at++) live.call("list_entries", {});
  assertEquals(begun, [false]);
  const refused = openLive(prepared, {
    nowMs: () => 0,
    begin: () => {
      throw failure;
    },
  });
  const thrown = assertThrows(() => refused.call("list_entries", {}));
  assertEquals([thrown, refused.hasBegun()], [failure, false]);
});
