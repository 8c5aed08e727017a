import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { BASELINE } from "../../../../experiments/recovery-v1/vault/baseline.ts";
import { CANDIDATE } from "../../../../experiments/recovery-v1/vault/main.ts";
import { runProgram } from "../../../../experiments/recovery-v1/vault/program.ts";
import { isObeyed, wideLines } from "../../../cli_io.ts";
import { CODEX_RECORDS, memoryIo, runWords, type SeededVault, withVault } from "./seeded_vault.ts";

// deno-lint-ignore no-explicit-any -- what a command prints is what its tests look at
type Value = any;
type Good = [string, (seeded: SeededVault) => string[], (value: Value, seeded: SeededVault) => unknown, unknown];

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Name, words, what is looked at in the value, and what that is. */
const GOOD: readonly Good[] = [
  ["show", ({ codex }) => ["show", codex], ({ bytes, record_count }) => [bytes, record_count], [
    ...[bytesOf(CODEX_RECORDS.join("\n") + "\n"), 3],
  ]],
  [
    "search-snapshot",
    ({ codex }) => ["search-snapshot", codex, "--query", "needle"],
    ({ matches: [{ record_index, match_count }], matched_records, truncated }) => [
      ...[record_index, match_count, matched_records, truncated],
    ],
    [1, 2, 1, false],
  ],
  [
    "search-snapshot for a text that begins with dashes",
    ({ codex }) => ["search-snapshot", codex, "--query", "--needle", "--limit", "1"],
    ({ matched_records }) => matched_records,
    1,
  ],
  [
    "read-snapshot",
    ({ codex }) => ["read-snapshot", codex, "--record", "1"],
    ({ content, next_offset, content_trust }) => [content, next_offset, content_trust],
    [CODEX_RECORDS[1], null, "untrusted_archived_data"],
  ],
  [
    "read-snapshot of a page",
    ({ codex }) => ["read-snapshot", codex, "--record=1", "--offset=2", "--max-bytes=4"],
    ({ content, next_offset }) => [content, next_offset],
    ["type", 6],
  ],
  ["recall of one snapshot", ({ codex }) => ["recall", "--sha", codex, "--query", "FENCE"], ([{ goal, errors }]) => [
    ...[goal, errors],
  ], ["Paint the Fence", ["brush is dry"]]],
  ["recall of all", () => ["recall", "--query", "second coat"], (cards) => cards.length, 2],
  ["recall that finds nothing", () => ["recall", "--query", "absent"], (cards) => cards, []],
  [
    "list",
    () => ["list"],
    (all, { codex, claude }) => all.map(({ sha256 }: Value) => [codex, claude].indexOf(sha256)),
    [
      ...[0, 1],
    ],
  ],
  ["verify", () => ["verify"], ({ is_sound, good_snapshots }) => [is_sound, good_snapshots], [true, 2]],
  [
    "snapshot",
    ({ place }) => {
      Deno.writeTextFileSync(`${place}/s.jsonl`, '{"type":"session_meta","payload":{"id":"s"}}\n');
      return ["snapshot", `${place}/s.jsonl`, "--strategy", "before compaction"];
    },
    ({ ts, provider, session_id, strategy, record_count }) => [ts, provider, session_id, strategy, record_count],
    [1_800_000_000, "codex", "s", "before compaction", 1],
  ],
  [
    "snapshot of a provider that is named",
    ({ place }) => {
      Deno.writeTextFileSync(`${place}/s.jsonl`, "x");
      return ["snapshot", "--provider=claude_code", "--session-id", "mine", `${place}/s.jsonl`];
    },
    ({ provider, session_id }) => [provider, session_id],
    ["claude_code", "mine"],
  ],
  [
    "restore",
    ({ codex, place }) => ["restore", codex, `${place}/r`],
    (_, { place }) => Deno.readTextFileSync(`${place}/r`),
    [
      ...CODEX_RECORDS,
      "",
    ].join("\n"),
  ],
];
for (const [name, words, look, expected] of GOOD) {
  Deno.test(`runProgram() prints one JSON value for ${name}`, async () => {
    await withVault(async (seeded) => {
      const end = await runWords([...words(seeded), "--json"], { edition: CANDIDATE, vault: seeded.vault });
      assertEquals([end.code, end.err, end.out.indexOf("\n")], [0, "", end.out.length - 1]);
      assertEquals(look(JSON.parse(end.out), seeded), expected);
    });
  });

  Deno.test(`runProgram() prints lines for people for ${name}`, async () => {
    await withVault(async (seeded) => {
      const { code, out, err } = await runWords(words(seeded), { edition: CANDIDATE, vault: seeded.vault });
      assertEquals([code, err, out.endsWith("\n"), isObeyed(out)], [0, "", true, false]);
    });
  });
}

type Bad = [string, (seeded: SeededVault) => string[], string];
const ZERO = "0".repeat(64);
const search = (codex: string, ...more: string[]): string[] => ["search-snapshot", codex, ...more];
const read = (codex: string, ...more: string[]): string[] => ["read-snapshot", codex, ...more];

/** Name, words, code. */
const BAD: readonly Bad[] = [
  ["no word", () => [], "usage"],
  ["an unknown command", () => ["apply"], "usage"],
  ["an option before the command", ({ codex }) => ["--json", "show", codex], "usage"],
  ["show without a digest", () => ["show"], "usage"],
  ["show of a short digest", ({ codex }) => ["show", codex.slice(0, 12)], "vault-request"],
  ["show of an upper-case digest", ({ codex }) => ["show", codex.toUpperCase()], "vault-request"],
  ["show of a path", () => ["show", "../../index.jsonl"], "vault-request"],
  ["show of a digest with a line feed", ({ codex }) => ["show", `${codex}\n`], "vault-request"],
  ["show of what is not there", () => ["show", ZERO], "vault-missing"],
  ["an unknown option", ({ codex }) => ["show", codex, "--limit", "1"], "usage"],
  ["a search without a query", ({ codex }) => search(codex), "usage"],
  ["a search for nothing", ({ codex }) => search(codex, "--query="), "vault-request"],
  ["a search for 1,025 bytes", ({ codex }) => search(codex, "--query", "é".repeat(512) + "x"), "vault-request"],
  ["a limit of 0", ({ codex }) => search(codex, "--query=q", "--limit=0"), "vault-request"],
  ["a limit of 51", ({ codex }) => search(codex, "--query=q", "--limit=51"), "vault-request"],
  ["a limit of -1", ({ codex }) => search(codex, "--query=q", "--limit", "-1"), "usage"],
  ["a limit of 1e1", ({ codex }) => search(codex, "--query=q", "--limit=1e1"), "usage"],
  ["two limits", ({ codex }) => search(codex, "--query=q", "--limit=1", "--limit=1"), "usage"],
  ["a read without a record", ({ codex }) => read(codex), "usage"],
  ["a read of record 0x0", ({ codex }) => read(codex, "--record=0x0"), "usage"],
  ["a read of a record that is not there", ({ codex }) => read(codex, "--record=3"), "vault-missing"],
  ["a page of 3 bytes", ({ codex }) => read(codex, "--record=0", "--max-bytes=3"), "vault-request"],
  ["a page of 16,385 bytes", ({ codex }) => read(codex, "--record=0", "--max-bytes=16385"), "vault-request"],
  ["an offset past the end", ({ codex }) => read(codex, "--record=0", "--offset=9999"), "vault-request"],
  ["a recall in what is not there", () => ["recall", "--sha", ZERO, "--query=q"], "vault-missing"],
  ["a recall of a short digest", () => ["recall", "--sha=abc", "--query=q"], "vault-request"],
  ["list with an operand", () => ["list", "x"], "usage"],
  ["snapshot of what is not there", ({ place }) => ["snapshot", `${place}/absent`], "file-missing"],
  ["snapshot of a folder", ({ place }) => ["snapshot", place], "file-kind"],
  ["snapshot of an unknown provider", ({ place }) => ["snapshot", `${place}/x`, "--provider=other"], "usage"],
  ["restore without a file", ({ codex }) => ["restore", codex], "usage"],
  ["restore over a file", ({ codex, vault }) => ["restore", codex, `${vault}/index.jsonl`], "file-exists"],
  ["restore into no folder", ({ codex, place }) => ["restore", codex, `${place}/absent/r`], "file-missing"],
  ["mcp with --json", () => ["mcp", "--json"], "usage"],
  ["a damaged chunk", ({ codex, vault }) => {
    for (const { name } of Deno.readDirSync(`${vault}/chunks`)) {
      Deno.writeTextFileSync(`${vault}/chunks/${name}`, "x", { append: true });
    }
    return ["show", codex];
  }, "vault-damaged"],
];
for (const [name, words, code] of BAD) {
  Deno.test(`runProgram() ends with 2, a reason and nothing on standard output for ${name}`, async () => {
    await withVault(async (seeded) => {
      const { vault, place } = seeded;
      const given = words(seeded), more = given.length === 0 || given.includes("--json") ? [] : ["--json"];
      const end = await runWords([...given, ...more], { edition: CANDIDATE, vault });
      assertEquals([end.code, end.out, end.err.split(": ")[0]], [2, "", code]);
      assertEquals([end.err.includes(place), end.err.indexOf("\n")], [false, end.err.length - 1]);
    });
  });
}

Deno.test("runProgram() ends with 1 and the findings where verify finds something harmful", async () => {
  await withVault(async ({ vault, codex }) => {
    Deno.removeSync(`${vault}/manifests/${codex}`);
    const { code, out, err } = await runWords(["verify", "--json"], { edition: CANDIDATE, vault });
    assertEquals([code, JSON.parse(out).is_sound, err], [1, false, ""]);
  });
});

for (
  const words of [["show", ZERO], ["list"], ["verify"], ["recall", "--query=q"], ["read-snapshot", ZERO, "--record=0"]]
) {
  Deno.test(`runProgram() says for ${words[0]} that there is no vault`, async () => {
    const end = await runWords(words, { edition: CANDIDATE, vault: "/nowhere/gobstopper/vault" });
    assertEquals([end.code, end.out, end.err.split(": ")[0], end.err.includes("nowhere")], [
      2,
      "",
      "vault-missing",
      false,
    ]);
  });
}

for (const edition of [CANDIDATE, BASELINE]) {
  Deno.test(`runProgram() prints the help of the ${edition.name}, which fits a terminal`, async () => {
    const { code, out, err } = await runWords(["--help"], { edition, vault: "/nowhere" });
    assertEquals([code, err, wideLines(out, 90)], [0, "", []]);
    for (const { name } of edition.commands) assert(out.includes(`\n  ${name} `), name);
  });
}

for (const name of [...CANDIDATE.commands.map((command) => command.name), "mcp"]) {
  Deno.test(`runProgram() prints the help of ${name}, whatever else is said`, async () => {
    const { code, out, err } = await runWords([name, "--help"], { edition: CANDIDATE, vault: "/nowhere" });
    assertEquals([code, err, wideLines(out, 90), out.startsWith(`Usage: candidate ${name}`)], [0, "", [], true]);
  });
}

for (const name of ["search-snapshot", "read-snapshot"]) {
  Deno.test(`runProgram() does not know ${name} as the baseline`, async () => {
    const { code, out } = await runWords([name, ZERO, "--query=q", "--json"], { edition: BASELINE, vault: "/nowhere" });
    assertEquals([code, out], [2, ""]);
  });
}

Deno.test("runProgram() ends with 2 when nobody takes what it prints", async () => {
  const { io, err } = memoryIo("/nowhere");
  const broken = { ...io, write: () => Promise.reject(new Deno.errors.BrokenPipe()) };
  assertEquals(await runProgram(["--help"], { edition: CANDIDATE, io: broken }), 2);
  assertEquals(err(), "internal: Cannot go on: an unforeseen BrokenPipe\n");
});
