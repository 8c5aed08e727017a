import { assertEquals } from "@std/assert/equals";
import type { ReadManifest } from "../../../kernel/manifest.ts";
import { checkTimes } from "../../../scripts/signing/check_times.ts";
import type { KnownResult } from "../../../scripts/signing/known_results.ts";
import { resultOf } from "../../signed_experiment.ts";

const SHA = "aa".repeat(32), FOLDER = "/e";

function manifestOf(frozenOn: string | null): ReadManifest {
  return { manifest: { id: "small", status: "frozen", frozenOn, files: [] }, bytes: new Uint8Array(), sha256: SHA };
}

function resultAt(startedAt: string, finishedAt: string, manifestSha256: string = SHA): KnownResult {
  const result = resultOf({
    manifestSha256,
    volatile: { startedAt, finishedAt, durationMs: 1, host: "h", pointers: [] },
  });
  return { path: `${FOLDER}/results/r.json`, at: "results/r.json", file: { name: "r.json", sha256: "bb", result } };
}

const tokenAt = (time: string, file = "manifest.json", accuracyMs = 0) => ({
  ...{ at: `results/${time}.tsr`, path: `${FOLDER}/${file}` },
  token: { timeMs: Date.parse(time), accuracyMs },
});

/** Day of the freeze, tokens, start of the one result (it ends a second later), and the codes that are found. */
const cases: [
  what: string,
  frozenOn: string | null,
  tokens: ReturnType<typeof tokenAt>[],
  started: string,
  found: string[],
][] = [
  ["all is in order", "2026-01-02", [tokenAt("2026-01-02T09:00:00Z")], "2026-01-02T10:00:00Z", []],
  ["there is no token", "2026-01-02", [], "2026-01-02T10:00:00Z", []],
  [
    "the token is of the day's first second",
    "2026-01-02",
    [tokenAt("2026-01-02T00:00:00Z")],
    "2026-01-02T10:00:00Z",
    [],
  ],
  ["the token is a minute before the day", "2026-01-02", [tokenAt("2026-01-01T23:59:00Z")], "2026-01-02T10:00:00Z", [
    "timestamp-early",
  ]],
  [
    "the token is as exact as that minute",
    "2026-01-02",
    [tokenAt("2026-01-01T23:59:00Z", "manifest.json", 60_000)],
    "2026-01-02T10:00:00Z",
    [],
  ],
  ["an older form names no day", null, [tokenAt("2026-01-01T00:00:00Z")], "2026-01-02T10:00:00Z", []],
  [
    "the result is a second older than the token",
    "2026-01-02",
    [tokenAt("2026-01-02T10:00:01Z")],
    "2026-01-02T10:00:00Z",
    ["timestamp-late"],
  ],
  [
    "the oldest of two tokens is before the result",
    "2026-01-02",
    [tokenAt("2026-01-03T00:00:00Z"), tokenAt("2026-01-02T09:00:00Z")],
    "2026-01-02T10:00:00Z",
    [],
  ],
  [
    "a token of the result is before its end",
    "2026-01-02",
    [tokenAt("2026-01-02T09:59:59Z", "results/r.json")],
    "2026-01-02T10:00:00Z",
    ["timestamp-early"],
  ],
  [
    "a token of the result is after its end",
    "2026-01-02",
    [tokenAt("2026-01-02T10:00:01Z", "results/r.json")],
    "2026-01-02T10:00:00Z",
    [],
  ],
  [
    "a token of another file is before all",
    "2026-01-02",
    [tokenAt("2025-01-01T00:00:00Z", "results/x")],
    "2026-01-02T10:00:00Z",
    [],
  ],
];
for (const [what, frozenOn, tokens, startedAt, found] of cases) {
  Deno.test(`checkTimes() finds ${found.join() || "nothing"} when ${what}`, () => {
    const finishedAt = new Date(Date.parse(startedAt) + 1_000).toISOString(),
      results = [resultAt(startedAt, finishedAt)];
    const place = { kind: "experiment", folder: FOLDER } as const;
    const findings = checkTimes(tokens, { place, manifest: manifestOf(frozenOn), results });
    assertEquals(findings.map(({ code }) => code), found);
  });
}

Deno.test("checkTimes() leaves aside a result of another manifest", () => {
  const place = { kind: "experiment", folder: FOLDER } as const;
  const results = [resultAt("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", "cc".repeat(32))];
  const tokens = [tokenAt("2026-01-02T09:00:00Z")];
  assertEquals(checkTimes(tokens, { place, manifest: manifestOf("2026-01-02"), results }), []);
});

Deno.test("checkTimes() finds nothing for a file that stands alone", () => {
  const place = { kind: "file", path: "/e/a.tar" } as const;
  assertEquals(checkTimes([tokenAt("2026-01-02T09:00:00Z")], { place, manifest: null, results: [] }), []);
});
