import { assertEquals } from "@std/assert/equals";
import protocol from "../../../../experiments/recovery-v1/protocol.json" with { type: "json" };
import { publicBounds, STUDY_BOUNDS } from "../../../../experiments/recovery-v1/study/bounds.ts";
import { childEnvironment } from "../../../../experiments/recovery-v1/study/machine.ts";

Deno.test("STUDY_BOUNDS are those of the protocol, which leaves the study the time to end", () => {
  assertEquals(publicBounds(STUDY_BOUNDS), protocol.bounds);
  assertEquals(protocol.permafrost.bounds.timeoutMs >= STUDY_BOUNDS.studyTimeoutMs + 30_000, true);
});

Deno.test("childEnvironment() has the names that the protocol lists", () => {
  const names = Object.keys(
    childEnvironment({ runDirectory: "/r", deno: "/d" }, { backend: "candidate", dataHome: "/x" }),
  );
  assertEquals(names.toSorted(), protocol.design.environment.toSorted());
});
