import { assertEquals } from "@std/assert/equals";
import { readPatience } from "../../../scripts/cli/live.ts";
import { serveFolder } from "../../../scripts/serve_folder.ts";
import { assertCode } from "../../assert_code.ts";
import { runCli, runJson } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { testOnLoopback, untilGone, withRaw, withServer, write } from "../../loopback_server.ts";
import { copyFence, listTree, makeFrozen } from "../../small_experiment.ts";

testOnLoopback("compareLive() lets a run of fence-v1 go on when every published byte is the frozen one", async () => {
  await inFolder(async (cwd) => {
    const folder = await copyFence(`${cwd}/fence-v1`);
    const server = serveFolder(folder);
    try {
      const { code, value, err } = await runJson(
        ["verify", "fence-v1", "--live", server.origin, "--output", "r.json"],
        { cwd },
      );
      assertEquals([code, value.result.publication.origin], [0, server.origin]);
      const published = value.result.publication.files.map(({ path }: { path: string }) => path).sort();
      assertEquals(published, listTree(folder));
      assertEquals(/note: the origin is this machine/.test(err), true, err);
    } finally {
      await server.close();
    }
  });
});

/** A frozen experiment that would not end if it ran, and what a server makes of its files. */
async function refuse(
  serve: (folder: string, use: (origin: string) => Promise<void>) => Promise<void>,
  words: string[] = [],
): Promise<{ code: number; found: unknown }> {
  let seen: { code: number; found: unknown } = { code: -1, found: null };
  await inFolder(async (cwd) => {
    const publication = { origin: "https://example.org/small/" };
    const folder = await makeFrozen(`${cwd}/small`, { code: "for (;;);", block: { publication } });
    await serve(folder, async (origin) => {
      const command = ["verify", "small", "--live", origin, "--output", "r.json", ...words];
      const { code, value } = await runJson(command, { cwd });
      const found = value.error === undefined
        ? value.findings.map(({ code, at }: { code: string; at: string }) => [code, at])
        : value.error.code;
      seen = { code, found };
      assertEquals([listTree(cwd).includes("r.json"), value.result ?? null], [false, null]);
    });
  });
  return seen;
}

const bodies: [what: string, answer: (body: Uint8Array<ArrayBuffer>) => Response, finding: string][] = [
  [
    "a byte is changed",
    (body) => new Response(body.map((byte, at) => at === 0 ? byte ^ 1 : byte)),
    "published-changed",
  ],
  ["a file is missing", () => new Response("", { status: 404 }), "published-missing"],
  ["a file is redirected", () => new Response(null, { status: 302, headers: { location: "/" } }), "published-redirect"],
  ["a file is refused", () => new Response("", { status: 403 }), "published-status"],
  ["a file is too long", (body) => new Response(new Blob([body, "x"]).stream()), "published-size"],
  ["a file is too short", (body) => new Response(new Blob([body.slice(1)]).stream()), "published-size"],
];
for (const [what, answer, finding] of bodies) {
  testOnLoopback(`compareLive() keeps a run from starting, and says why, when ${what}`, async () => {
    const seen = await refuse((folder, use) =>
      withServer((path) => {
        const body = Deno.readFileSync(`${folder}/${path}`);
        return path === "run.ts" ? answer(body) : new Response(body);
      }, use)
    );
    assertEquals(seen, { code: 1, found: [[finding, "run.ts"]] });
  });
}

testOnLoopback(
  "compareLive() throws publication-timeout when the server is too slow for the given patience",
  async () => {
    const started = performance.now();
    const seen = await refuse((_folder, use) => withRaw(untilGone, use), ["--live-timeout", "200"]);
    assertEquals(seen, { code: 2, found: "publication-timeout" });
    assertEquals(performance.now() - started < 5_000, true);
  },
);

testOnLoopback("compareLive() throws publication-timeout when a body stops in the middle", async () => {
  const seen = await refuse((_folder, use) =>
    withRaw(async (connection) => {
      await write(connection, "HTTP/1.1 200 OK\r\n\r\n{");
      await untilGone(connection);
    }, use), ["--live-timeout=200"]);
  assertEquals(seen, { code: 2, found: "publication-timeout" });
});

for (
  const origin of [
    "https://example.org/other/",
    "https://example.com/small/",
    "http://example.org/small/",
    "example.org",
  ]
) {
  Deno.test(`compareLive() throws publication-origin before any request when it is ${origin}`, async () => {
    const seen = await refuse((_folder, use) => use(origin));
    assertEquals(seen, { code: 2, found: "publication-origin" });
  });
}

testOnLoopback("compareLive() lets a protocol run that requires it", async () => {
  await inFolder(async (cwd) => {
    const block = { publication: { origin: "https://example.org/small/", beforeRun: "required" } };
    const folder = await makeFrozen(`${cwd}/small`, { block });
    const server = serveFolder(folder);
    try {
      assertEquals((await runCli(["verify", "small"], { cwd })).code, 2);
      assertEquals((await runCli(["verify", "small", "--live", server.origin], { cwd })).code, 0);
    } finally {
      await server.close();
    }
  });
});

Deno.test("readPatience() sets the bounds of one file and of a silence, and of all files where that is longer", () => {
  assertEquals(readPatience(undefined), {});
  assertEquals(readPatience("200"), { requestTimeoutMs: 200, idleTimeoutMs: 200, totalTimeoutMs: 120_000 });
  assertEquals(readPatience("200000").totalTimeoutMs, 200_000);
});

for (const text of ["0", "-1", "1.5", "1e3", "x", "2147483648", " 1"]) {
  Deno.test(`readPatience() throws usage when it is given ${JSON.stringify(text)}`, () => {
    assertCode(() => readPatience(text), "usage");
  });
}
