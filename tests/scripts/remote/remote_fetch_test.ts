import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../../kernel/digest.ts";
import type { ErrorCode } from "../../../kernel/error.ts";
import { check } from "../../../kernel/manifest.ts";
import { fetchExperiment, type RemoteReport, type RemoteRequest } from "../../../scripts/remote/remote_fetch.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { testOnLoopback, untilGone, withRaw, write } from "../../loopback_server.ts";
import { type Answer, entryOf, manifestOf, smallFiles, withPublished } from "../../published_files.ts";
import { listTree } from "../../small_experiment.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const SMALL = smallFiles();
const DIGEST = sha256Hex(SMALL["manifest.json"]!);
const LIMITS = { requestTimeoutMs: 3_000, idleTimeoutMs: 3_000, totalTimeoutMs: 5_000 };

type More = Omit<Partial<RemoteRequest>, "address" | "folder">;

/** Fetches into a scratch folder whose surroundings must stay as they are. */
function fetchAt(
  address: string,
  more: More = {},
  look: (report: RemoteReport, scratch: string) => unknown = () => {},
): Promise<RemoteReport> {
  return inFolder(async (outer) => {
    const scratch = `${outer}/a/b/c/scratch`;
    Deno.mkdirSync(scratch, { recursive: true });
    try {
      const report = await fetchExperiment({ bounds: LIMITS, ...more, address, folder: scratch });
      await look(report, scratch);
      return report;
    } finally {
      const outside = listTree(outer).filter((path) => !path.startsWith("a/b/c/scratch/"));
      assertEquals(outside, ["a", "a/b", "a/b/c", "a/b/c/scratch"]);
    }
  });
}

for (const end of ["", "manifest.json"]) {
  testOnLoopback(`fetchExperiment() fetches what checks when the address ends with ${end || "/"}`, async () => {
    await withPublished({ ...SMALL, "unlisted.txt": "x" }, async (origin, arrivals) => {
      const report = await fetchAt(origin + end, {}, async ({ experiment }) => {
        const { findings, manifestSha256 } = await check(experiment!);
        assertEquals([findings, manifestSha256], [[], DIGEST]);
        assertEquals(listTree(experiment!), ["manifest.json", "protocol.json", "run.ts"]);
      });
      const { id, manifestSha256, rehearsal, files, findings } = report;
      assertEquals([id, manifestSha256, rehearsal, findings], ["small", DIGEST, true, []]);
      assertEquals(files.map(({ path }) => path), ["manifest.json", "protocol.json", "run.ts"]);
      const asked = arrivals.map(({ path }) => path);
      assertEquals([asked[0], asked.at(-1)], ["manifest.json", "manifest.json"]);
      assertEquals(asked.toSorted(), ["manifest.json", "manifest.json", "protocol.json", "run.ts"]);
    });
  });
}

testOnLoopback("fetchExperiment() brings this kernel's modules when a script names ../../kernel/", async () => {
  const run = `import { runExperiment } from "../../kernel/experiment.ts";\nawait runExperiment(() => 1);\n`;
  await withPublished(smallFiles({ "run.ts": run }), async (origin) => {
    await fetchAt(origin, {}, (_, scratch) => {
      const own = Deno.readTextFileSync(new URL("../../../kernel/experiment.ts", import.meta.url));
      assertEquals(Deno.readTextFileSync(`${scratch}/kernel/experiment.ts`), own);
    });
  });
});

testOnLoopback("fetchExperiment() takes the manifest when it has the expected digest", async () => {
  await withPublished(SMALL, async (origin) => {
    assertEquals((await fetchAt(origin, { expect: DIGEST })).findings, []);
  });
});

testOnLoopback(
  "fetchExperiment() asks for nothing more when the manifest has another digest than expected",
  async () => {
    await withPublished(SMALL, async (origin, arrivals) => {
      const expect = "0".repeat(64), at = "manifest.json";
      const { findings, experiment, manifestSha256 } = await fetchAt(origin, { expect });
      const expected = { sha256: expect }, observed = { sha256: DIGEST };
      assertEquals(findings, [{ code: "published-changed", at, expected, observed }]);
      assertEquals([experiment, manifestSha256, arrivals.length], [null, DIGEST, 1]);
    });
  },
);

const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });
const encoded = (text: string) => () =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")), {
    headers: { "content-encoding": "gzip" },
  });
const RUN = SMALL["run.ts"]!, MANIFEST = SMALL["manifest.json"]!;
const differing: [when: string, changes: Record<string, Answer>, findings: [code: string, at: string][]][] = [
  ["the manifest is redirected", { "manifest.json": redirect("/other.json"), "other.json": MANIFEST }, [
    ["published-redirect", "manifest.json"],
  ]],
  ["the manifest is redirected to another origin", { "manifest.json": redirect("https://example.org/manifest.json") }, [
    ["published-redirect", "manifest.json"],
  ]],
  ["the manifest is compressed", { "manifest.json": encoded(MANIFEST) }, [["published-encoding", "manifest.json"]]],
  ["there is no manifest", { "manifest.json": () => new Response(null, { status: 404 }) }, [
    ["published-missing", "manifest.json"],
  ]],
  ["the server fails", { "manifest.json": () => new Response(MANIFEST, { status: 500 }) }, [
    ["published-status", "manifest.json"],
  ]],
  ["the manifest changes between two reads", {
    "manifest.json": (times) => new Response(times === 0 ? MANIFEST : MANIFEST.replace("2026-01-02", "2026-01-03")),
  }, [["published-changed", "manifest.json"]]],
  ["the manifest is gone at the second read", {
    "manifest.json": (times) => new Response(MANIFEST, { status: times === 0 ? 200 : 404 }),
  }, [["published-missing", "manifest.json"]]],
  ["a file is redirected", { "run.ts": redirect("/protocol.json") }, [["published-redirect", "run.ts"]]],
  ["a file is compressed", { "run.ts": encoded(RUN) }, [["published-encoding", "run.ts"]]],
  ["a file has another byte", { "run.ts": RUN.replace("2", "3") }, [["published-changed", "run.ts"]]],
  ["a file is longer", { "run.ts": RUN + "\n" }, [["published-size", "run.ts"]]],
  ["a file never ends", {
    "run.ts": () => new Response(new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)) })),
  }, [["published-size", "run.ts"]]],
  ["several files differ", { "run.ts": "x", "protocol.json": () => new Response(null, { status: 410 }) }, [
    ["published-missing", "protocol.json"],
    ["published-size", "run.ts"],
  ]],
];
for (const [when, changes, expected] of differing) {
  testOnLoopback(`fetchExperiment() finds ${expected[0]![0]} and hands on nothing when ${when}`, async () => {
    await withPublished({ ...SMALL, ...changes }, async (origin, arrivals) => {
      const { findings, experiment, files } = await fetchAt(origin);
      assertEquals(findings.map(({ code, at }) => [code, at]), expected);
      assertEquals([experiment, files], [null, []]);
      assertEquals(arrivals.filter(({ path }) => path === "other.json"), []);
    });
  });
}

const HOSTILE_PATHS = [
  "../outside.txt",
  "a/../../outside.txt",
  "/etc/hostname",
  "//example.org/x",
  "https://example.org/x",
  "file:///etc/hostname",
  "C:/x",
  "a\\..\\..\\x",
  "%2e%2e/x",
  "a//b",
  ".",
  "a/",
  "a\u0000b",
  "manifest.json",
  "results/r.json",
];
const listing = (path: string) => manifestOf([entryOf(path, "x")]);
const small = (bytes: number) => manifestOf([{ path: "a", bytes, sha256: "0".repeat(64) }]);
const many = (count: number) =>
  manifestOf(Array.from({ length: count }, (_, n) => entryOf(`f${String(n).padStart(8, "0")}`, "x")));
const refused: [when: string, manifest: string, code: ErrorCode, more?: More][] = [
  ...HOSTILE_PATHS.map((path): typeof refused[number] => {
    return [`the manifest lists ${JSON.stringify(path)}`, listing(path), "manifest-invalid"];
  }),
  ["the id is a path", manifestOf([entryOf("a", "x")], { id: "../../x" }), "manifest-invalid"],
  ["a name comes twice", manifestOf([entryOf("a", "x"), entryOf("a", "x")]), "manifest-invalid"],
  ["names are one where case does not count", manifestOf([entryOf("A", "x"), entryOf("a", "x")]), "manifest-invalid"],
  ["a file is a folder, too", manifestOf([entryOf("a", "x"), entryOf("a/b", "x")]), "manifest-invalid"],
  ["the manifest is not canonical", MANIFEST.replace('{"files"', '{ "files"'), "manifest-invalid"],
  ["the manifest has no line end", MANIFEST.trimEnd(), "manifest-invalid"],
  [
    "the manifest is in another order",
    MANIFEST.replace(/^\{(.*),"format":"([^"]*)"/, '{"format":"$2",$1'),
    "manifest-invalid",
  ],
  ["the manifest has a key twice", MANIFEST.replace('"id":', '"id":"x","id":'), "json-duplicate-key"],
  ["the manifest is a page", "<!doctype html>\n", "json-syntax"],
  ["the manifest is an array", "[]\n", "manifest-invalid"],
  ["a size is a terabyte", small(1e12), "tree-too-large"],
  ["a size is the largest number", small(2 ** 53 - 1), "tree-too-large"],
  ["a size is negative", small(-1), "manifest-invalid"],
  ["it lists a file too many", many(10_001), "tree-too-large"],
  ["the manifest is a byte too large", MANIFEST, "file-too-large", {
    bounds: { maxManifestBytes: MANIFEST.length - 1 },
  }],
  ["its files are a byte too many", MANIFEST, "tree-too-large", {
    bounds: { maxBytes: RUN.length + SMALL["protocol.json"]!.length - 1 },
  }],
];
for (const [when, manifest, code, more] of refused) {
  testOnLoopback(`fetchExperiment() throws ${code} and asks for nothing more when ${when}`, async () => {
    await withPublished({ ...SMALL, "manifest.json": manifest }, async (origin, arrivals) => {
      await assertCodeAsync(() => fetchAt(origin, more), code);
      assertEquals(arrivals.map(({ path }) => path), ["manifest.json"]);
    });
  });
}

testOnLoopback(
  "fetchExperiment() throws file-too-large within its bound when ten million files are listed",
  async () => {
    let sent = 0;
    const entry = new TextEncoder().encode(`${JSON.stringify(entryOf("f00000000", "x"))},`.repeat(1_000));
    const body = () =>
      new ReadableStream<Uint8Array>({
        start: (out) => out.enqueue(new TextEncoder().encode('{"files":[')),
        pull: (out) => {
          if (sent++ < 10_000) out.enqueue(entry);
          else out.close();
        },
      });
    await withPublished({ "manifest.json": () => new Response(body()) }, async (origin) => {
      await assertCodeAsync(() => fetchAt(origin), "file-too-large", "manifest.json");
      assertEquals(sent < 2_000, true);
    });
  },
);

const OK = "HTTP/1.1 200 OK\r\n";
testOnLoopback("fetchExperiment() throws publication-timeout when the manifest drips", async () => {
  const bounds = { requestTimeoutMs: 300, idleTimeoutMs: 200, totalTimeoutMs: 5_000 };
  await withRaw(async (connection) => {
    await write(connection, `${OK}Content-Length: 1000\r\n\r\n`);
    const gone = untilGone(connection);
    let isGone = false;
    gone.then(() => isGone = true);
    while (!isGone) {
      await write(connection, "{");
      await Promise.race([gone, new Promise((resolve) => AbortSignal.timeout(50).addEventListener("abort", resolve))]);
    }
  }, (origin) => assertCodeAsync(() => fetchAt(origin, { bounds }), "publication-timeout", "manifest.json"));
});

for (
  const [when, script, code] of [
    ["the server says nothing", "", "publication-timeout"],
    ["the server says a head and no body", `${OK}Content-Length: 9\r\n\r\n`, "publication-timeout"],
  ] as const
) {
  testOnLoopback(`fetchExperiment() throws ${code} when ${when}`, async () => {
    await withRaw(async (connection) => {
      await write(connection, script);
      await untilGone(connection);
    }, (origin) => {
      const bounds = { requestTimeoutMs: 4_000, idleTimeoutMs: 150, totalTimeoutMs: 5_000 };
      return assertCodeAsync(() => fetchAt(origin, { bounds }), code, "manifest.json");
    });
  });
}

for (
  const [when, answer, code] of [
    ["the body breaks off", `${OK}Content-Length: 900\r\n\r\n{`, "publication-unreachable"],
    ["the server speaks something else", "SSH-2.0-OpenSSH\r\n", "publication-unreachable"],
    ["a length of terabytes is announced", `${OK}Content-Length: 9000000000000\r\n\r\n{`, "file-too-large"],
  ] as const
) {
  testOnLoopback(`fetchExperiment() throws ${code} when ${when}`, async () => {
    await withRaw((connection) => write(connection, answer), (origin) => {
      return assertCodeAsync(() => fetchAt(origin), code, "manifest.json");
    });
  });
}

testOnLoopback("fetchExperiment() throws the reason when it is stopped", async () => {
  const abort = new AbortController(), reason = new Error("stopped");
  await withRaw(async (connection) => {
    abort.abort(reason);
    await untilGone(connection);
  }, async (origin) => {
    const thrown = await fetchAt(origin, { signal: abort.signal }).then(() => null, (error) => error);
    assertEquals(thrown, reason);
  });
});

Deno.test("fetchExperiment() throws publication-origin unasked when the address is no plain one", async () => {
  await assertCodeAsync(() => fetchAt("http://example.org/a/"), "publication-origin");
});
