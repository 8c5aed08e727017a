import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { PAGE } from "../../../../scripts/je/console/page_text.ts";
import { memoryIo, runCli, runJson } from "../../../cli_io.ts";
import { main } from "../../../../scripts/cli/main.ts";
import { inFolder } from "../../../in_folder.ts";

Deno.test("runConsole() writes the page to a new file", () =>
  inFolder(async (cwd) => {
    const { code, out } = await runCli(["je", "console", "--output", "page.html"], { cwd });
    assertEquals([code, out, Deno.readTextFileSync(join(cwd, "page.html"))], [0, "", PAGE]);
  }));

Deno.test("runConsole() says with --json what it wrote", () =>
  inFolder(async (cwd) => {
    const { code, value } = await runJson(["je", "console", "--output", "page.html"], { cwd });
    assertEquals([code, value], [0, { output: "page.html", bytes: new TextEncoder().encode(PAGE).length }]);
  }));

Deno.test("runConsole() overwrites nothing", () =>
  inFolder(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "page.html"), "mine");
    const { code, err } = await runCli(["je", "console", "--output", "page.html"], { cwd });
    assertEquals([code, err.includes("[file-exists]"), Deno.readTextFileSync(join(cwd, "page.html"))], [
      2,
      true,
      "mine",
    ]);
  }));

const refused: string[][] = [
  ["--output", "a.html", "--port", "0"],
  ["--port", "65536"],
  ["--port", "-1"],
  ["--port", "x"],
  ["FILE"],
];
for (const words of refused) {
  Deno.test(`runConsole() refuses ${words.join(" ")}`, async () => {
    const { code, err } = await runCli(["je", "console", ...words]);
    assertEquals([code, err.includes("[usage]")], [2, true]);
  });
}

/** Serves until the address is there, looks at it, and asks to stop. */
async function serving(words: readonly string[], look: (out: string) => Promise<void>): Promise<number> {
  const stop = new AbortController(), printed = Promise.withResolvers<string>();
  const { io } = memoryIo({ signal: stop.signal, out: (text) => printed.resolve(text) });
  const ended = main(["je", "console", ...words], io);
  try {
    await look(await Promise.race([printed.promise, ended.then((code) => `ended with ${code}`)]));
  } finally {
    stop.abort();
  }
  return await ended;
}

Deno.test("runConsole() serves the page at the address that it prints, and ends with 0 when a signal asks", async () => {
  const code = await serving([], async (out) => {
    assertEquals(await (await fetch(out.trim())).text(), PAGE);
  });
  assertEquals(code, 0);
});

Deno.test("runConsole() prints the address as JSON", async () => {
  await serving(["--json"], (out) => {
    assertEquals(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/"\}\n$/.test(out), true);
    return Promise.resolve();
  });
});

Deno.test("runConsole() serves nothing any more when it has ended", async () => {
  let url = "";
  await serving([], (out) => {
    url = out.trim();
    return Promise.resolve();
  });
  assertEquals(await fetch(url).then(() => "served", () => "refused"), "refused");
});
