import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import { runProgram, withPrivateFolder } from "../../../scripts/signing/outside_program.ts";
import { assertCodeAsync } from "../../assert_code.ts";

const DENO = Deno.execPath();
const evalArgs = (code: string) => ["eval", "--no-config", "--no-lock", code];

Deno.test("runProgram() gives what it printed, and whether it succeeded", async () => {
  const code =
    "const t = await new Response(Deno.stdin.readable).text(); console.log(t); console.error('w'); Deno.exit(3)";
  const { success, stdout, words } = await runProgram(DENO, {
    args: evalArgs(code),
    stdin: new TextEncoder().encode("in"),
    environment: "inherit",
  });
  assertEquals([success, new TextDecoder().decode(stdout), words], [false, "in\n", "w"]);
});

Deno.test("runProgram() gives it no environment but the path and the zone", async () => {
  const { stdout } = await runProgram("env", { args: [] });
  const names = new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.replace(/=.*/, ""));
  assertEquals(names.filter((name) => !["PATH", "TZ", "LC_ALL"].includes(name)), []);
});

Deno.test("runProgram() throws unavailable when it is not there", async () => {
  await assertCodeAsync(() => runProgram("permafrost-no-such-program", { args: [] }), "unavailable");
});

Deno.test("runProgram() throws unavailable when it takes too long", async () => {
  await assertCodeAsync(() => runProgram("sleep", { args: ["60"], timeoutMs: 50 }), "unavailable", "sleep");
});

Deno.test("runProgram() throws unavailable when it prints without end", async () => {
  await assertCodeAsync(() => runProgram("yes", { args: [] }), "unavailable", "yes");
});

Deno.test("runProgram() throws interrupted when a signal asks to stop", async () => {
  const stop = new AbortController();
  const running = runProgram("sleep", { args: ["60"], signal: stop.signal });
  stop.abort();
  await assertCodeAsync(() => running, "interrupted");
});

Deno.test("runProgram() goes on when it does not read what it is given", async () => {
  const { success } = await runProgram("true", { args: [], stdin: new Uint8Array(1_000_000) });
  assertEquals(success, true);
});

Deno.test("withPrivateFolder() removes the folder, also when something is thrown", async () => {
  let seen = "";
  await withPrivateFolder((folder) => {
    seen = folder;
    Deno.writeTextFileSync(`${folder}/x`, "");
    return Promise.reject(new TypeError("x"));
  }).catch(() => {});
  assertEquals([seen !== "", existsSync(seen)], [true, false]);
});
