import { assertEquals } from "@std/assert/equals";
import { checkTask } from "../../../scripts/je/selftest.ts";

Deno.test("checkTask() finds nothing on JE-01 and counts what it played", () => {
  assertEquals(checkTask("JE-01", { seeds: 2 }), { task_id: "JE-01", episodes: 10, problems: [] });
});
