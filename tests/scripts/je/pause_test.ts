import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { pauses } from "../../../scripts/je/pause.ts";
import { inChild } from "../../in_child.ts";

Deno.test("pauses() rests only when the thread was held", async () => {
  const pause = pauses();
  let isRested = false;
  setTimeout(() => isRested = true, 0);
  await pause();
  assertEquals(isRested, false);
  for (const end = performance.now() + 60; performance.now() < end;);
  await pause();
  assertEquals(isRested, true);
});

Deno.test("pauses() lets a signal be heard within three pieces of work", async () => {
  const { stdout, stderr } = await inChild(`
    import { pauses } from "./scripts/je/pause.ts";
    const pause = pauses();
    let isHeard = false, after = 0;
    Deno.addSignalListener("SIGTERM", () => isHeard = true);
    for (let piece = 0; piece < 40 && !isHeard; piece++) {
      for (const end = performance.now() + 55; performance.now() < end;);
      if (piece === 3) Deno.kill(Deno.pid, "SIGTERM");
      if (piece > 3) after++;
      await pause();
    }
    console.log(isHeard, after);
    Deno.exit(0);
  `);
  const [isHeard, after] = stdout.trim().split(" ");
  assert(isHeard === "true" && Number(after) <= 3, stdout + stderr);
});
