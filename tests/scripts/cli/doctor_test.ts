import { assertEquals } from "@std/assert/equals";
import { runCli, runJson, wideLines } from "../../cli_io.ts";

const NAMES = ["deno", "broker", "bubblewrap", "prlimit", "setpriv", "mkfifo"];

Deno.test("runDoctor() tries each layer, and exits 0 exactly when all are good", async () => {
  const { code, value, err } = await runJson(["doctor"]);
  assertEquals(value.map(({ name }: { name: string }) => name), NAMES);
  const isGood = value.every(({ state }: { state: string }) => state === "good");
  assertEquals([code, wideLines(err)], [isGood ? 0 : 1, []]);
});

Deno.test("runDoctor() finds the broker good and says what is missing when nothing is on PATH", async () => {
  const path = Deno.env.get("PATH")!;
  Deno.env.set("PATH", "/nowhere");
  try {
    const { code, value } = await runJson(["doctor"]);
    assertEquals([code, value.map(({ state }: { state: string }) => state)], [
      1,
      ["good", "good", "weaker", "weaker", "weaker", "weaker"],
    ]);
  } finally {
    Deno.env.set("PATH", path);
  }
});

Deno.test("runDoctor() prints nothing on standard output without --json, and a line a layer on standard error", async () => {
  const { out, err } = await runCli(["doctor"], { hasColor: true });
  const labels = NAMES.filter((name) => err.includes(`\x1b[1m${name.padEnd(12)}\x1b[0m`));
  assertEquals([out, labels], ["", NAMES]);
});

Deno.test("runDoctor() exits 2 with interrupted when a signal came, each of twenty times", async () => {
  for (let round = 0; round < 20; round++) { // once in about a hundred, half of bubblewrap waited for ever
    const { code, value } = await runJson(["doctor"], { signal: AbortSignal.abort() });
    assertEquals([code, value.error.code], [2, "interrupted"]);
  }
});
