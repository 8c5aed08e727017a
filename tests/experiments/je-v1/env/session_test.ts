import { assertEquals } from "@std/assert/equals";
import { assertThrows } from "@std/assert/throws";
import type { JsonValue } from "../../../../kernel/json_value.ts";
import { playEpisode } from "../../../../experiments/je-v1/env/session.ts";
import { taskOf } from "../../../../experiments/je-v1/env/tasks.ts";
import { smallWorld } from "../small_world.ts";

Deno.test("playEpisode() records every call with its answer, and how it ended", () => {
  const { steps, termination, episode } = playEpisode(smallWorld(), (session) => {
    session.call("list_entries", {});
    session.call("submit", {});
  });
  assertEquals(steps.map(({ step_idx, tool, observation }) => [step_idx, tool, observation.ok]), [
    [0, "list_entries", true],
    [1, "submit", true],
  ]);
  assertEquals([termination, episode.steps_used], ["submitted", 1]);
});

Deno.test("playEpisode() answers as last and records nothing when the episode is over", () => {
  const { steps } = playEpisode(smallWorld(), (session) => {
    const last = session.call("submit", {});
    assertEquals([session.isOver, session.call("list_entries", {}) === last], [true, true]);
  });
  assertEquals(steps.length, 1);
});

Deno.test("playEpisode() ends an agent that never submits after one call more than its budget (conformance 18)", () => {
  const { steps, termination } = playEpisode(smallWorld(), (session) => {
    while (!session.isOver) session.call("list_entries", {});
  }, { step_budget: 5 });
  assertEquals([steps.length, termination], [6, "budget"]);
});

Deno.test("playEpisode() says that the agent stopped when it returns without a submit", () => {
  assertEquals(playEpisode(smallWorld(), () => {}).termination, "stopped");
});

Deno.test("playEpisode() takes tools and budget of the task unless told otherwise", () => {
  const { episode } = playEpisode(smallWorld(), (session) => {
    assertEquals([session.tools, session.stepsLeft], [episodeTools, taskOf("JE-14")!.step_budget]);
  });
  assertEquals(episode.step_budget, taskOf("JE-14")!.step_budget);
});
const episodeTools = taskOf("JE-14")!.tools;

Deno.test("playEpisode() withholds tools in the brief and in the calls alike", () => {
  const tools_enabled = episodeTools.filter((tool) => tool !== "find_related");
  playEpisode(smallWorld(), (session) => {
    assertEquals(session.brief.tools, tools_enabled);
    const answer = session.call("find_related", {});
    assertEquals(!answer.ok && answer.error.code, "unknown_tool");
  }, { tools_enabled });
});

Deno.test("playEpisode() records arguments as they were, whatever the agent does to them later", () => {
  const { steps } = playEpisode(smallWorld(), (session) => {
    const args: { [name: string]: JsonValue } = { limit: 2 };
    session.call("list_entries", args);
    args.limit = 3;
  });
  assertEquals(steps[0]!.args, { limit: 2 });
});

Deno.test("playEpisode() measures whole milliseconds when it has a clock, and none otherwise", () => {
  const times = [100, 107.9, 105],
    agent = (session: { call: (tool: string, args: JsonValue) => unknown }) => {
      session.call("list_entries", {});
      session.call("submit", {});
    };
  const timed = playEpisode(smallWorld(), agent, { nowMs: () => times.shift()! });
  assertEquals(timed.steps.map(({ latency_ms }) => latency_ms), [7, 0]);
  assertEquals(playEpisode(smallWorld(), agent).steps.map(({ latency_ms }) => latency_ms), [null, null]);
});

Deno.test("playEpisode() passes on what the agent throws", () => {
  assertThrows(
    () =>
      playEpisode(smallWorld(), () => {
        throw new TypeError("agent");
      }),
    TypeError,
    "agent",
  );
});
