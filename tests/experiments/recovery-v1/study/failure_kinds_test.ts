import { assertEquals } from "@std/assert/equals";
import { failure, FAILURE_KINDS, firstFailure } from "../../../../experiments/recovery-v1/study/failure_kinds.ts";

Deno.test("FAILURE_KINDS is the closed list, which a published row may hold", () => {
  assertEquals(Object.keys(FAILURE_KINDS), [
    ...["not-run", "no-start", "timeout", "output-bound", "output-held", "signal", "exit-code", "accepted"],
    ...[
      "stdout-on-error",
      "stderr-missing",
      "not-json",
      "content-leak",
      "wrong-shape",
      "wrong-identity",
      "wrong-count",
    ],
    ...["wrong-record", "wrong-page", "wrong-content", "too-many-pages", "card-missing", "card-extra", "mcp-protocol"],
    ...["mcp-handshake", "mcp-listed", "mcp-unlisted", "mcp-mutating", "mcp-allowed", "mcp-refused"],
  ]);
});

Deno.test("firstFailure() stops at the first part that fails", async () => {
  const seen: number[] = [];
  const parts = [null, failure("timeout", "x"), failure("signal", "y")].map((verdict, index) => () => {
    seen.push(index);
    return verdict;
  });
  assertEquals([await firstFailure(parts), seen], [failure("timeout", "x"), [0, 1]]);
  assertEquals(await firstFailure([]), null);
});
