import { assertEquals } from "@std/assert/equals";
import { STUDY_BOUNDS } from "../../../../experiments/recovery-v1/study/bounds.ts";
import { openBudget } from "../../../../experiments/recovery-v1/study/budget.ts";
import { CHECK_NAMES } from "../../../../experiments/recovery-v1/study/check_names.ts";
import { makeFixtures } from "../../../../experiments/recovery-v1/study/fixtures.ts";
import { countCases, decideCases, type Outcomes } from "../../../../experiments/recovery-v1/study/study_cases.ts";
import { VAULT_PATH, vaultFiles, writeFiles } from "../../../../experiments/recovery-v1/study/vault_writer.ts";
import { inFolder } from "../../../in_folder.ts";
import { bend, type FakeAnswer, type FakeCall, fakeMachine, type Fault, json, REFUSAL } from "./fake_machine.ts";

const SET = makeFixtures();
/** One fixture with escapes of codex, one without of claude_code. */
const SELECTED = [0, 21].map((index) => SET.fixtures[index]!);
const SNAPSHOTS = [...SELECTED, SET.fixtures[15]!].map(({ snapshot }) => snapshot);

/** Decides all cases of the selected fixtures with a fault. */
function decide(fault: Fault, bounds = {}): Promise<Outcomes & { commands: number }> {
  return inFolder(async (folder) => {
    const dataHome = `${folder}/data`, now = (): number => 0;
    writeFiles(`${dataHome}/${VAULT_PATH}`, vaultFiles([...SNAPSHOTS, SET.robustness.snapshot]));
    const all = { ...STUDY_BOUNDS, ...bounds };
    const given = { bounds: all, dataHome, startedAtMs: 0, now, onCommand: () => {} };
    const budget = openBudget(fakeMachine(fault), given);
    const silent = { onCase: () => {}, onDecided: () => {} };
    const plan = { set: SET, selected: SELECTED, budget, bounds: all, runDirectory: folder, workers: 2, now };
    const outcomes = await decideCases({ ...plan, ...silent });
    return { ...outcomes, commands: budget.started() };
  });
}

/** The failures of some cases as `check kind count`, sorted. */
function failures({ cases }: Outcomes): string[] {
  const counts = new Map<string, number>();
  for (const { check, failure } of cases) {
    if (failure === null) continue;
    const key = `${check} ${failure.kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => count === 1 ? key : `${key} ${count}`).sort();
}

const on = (command: string, change: (call: FakeCall, right: FakeAnswer) => FakeAnswer): Fault => ({
  answer: (call, right) => call.backend === "candidate" && call.command === command ? change(call, right) : right,
});
const search = (change: (value: Parameters<Parameters<typeof bend>[1]>[0]) => unknown): Fault =>
  on("search-snapshot", (_, right) => bend(right, change));
const read = (change: (value: Parameters<Parameters<typeof bend>[1]>[0]) => unknown): Fault =>
  on("read-snapshot", (_, right) => bend(right, change));
const recall = (change: (value: Parameters<Parameters<typeof bend>[1]>[0]) => unknown): Fault =>
  on("recall", (_, right) => bend(right, change));

const POSITIVES = ["fact", "long", "unicode"].map((name) => `positive_search_${name}`);
const READS = ["fact", "long", "unicode"].map((name) => `exact_read_${name}`);
const NEGATIVES = ["absent", "case_sensitive", "keys_not_values", "other_version"].map((name) =>
  `negative_search_${name}`
);
const INVALID = Array.from({ length: 9 }, (_, index) => `invalid_input_${index}`);
const MCP = "mcp_default_denial_and_opt_in", TORN = "malformed_physical_records", EDGES = "unicode_boundary_pagination";
const each = (checks: readonly string[], kind: string, count = 2): string[] =>
  checks.map((check) => count === 1 ? `${check} ${kind}` : `${check} ${kind} ${count}`);

Deno.test("decideCases() passes a pair that is right, and observes what the baseline lacks", async () => {
  const outcomes = await decide({});
  assertEquals(failures(outcomes), []);
  assertEquals(outcomes.capabilities, { search_snapshot: "unsupported", read_snapshot: "unsupported" });
  const found = outcomes.recalls.filter(({ failure }) => failure === null);
  const names = found.map(({ backend, provider, field }) => `${backend} ${provider} ${field}`);
  assertEquals(names, [
    ...["goal", "error", "current"].map((field) => `candidate codex ${field}`),
    "baseline claude_code goal",
    ...["goal", "error", "current"].map((field) => `candidate claude_code ${field}`),
  ]);
});

Deno.test("decideCases() gives every check in the order of the names, whichever task ends first", async () => {
  const { cases } = await decide({});
  const names = [0, 1].flatMap(() => CHECK_NAMES.slice(0, 15)).concat(CHECK_NAMES.slice(15));
  assertEquals(cases.map(({ check }) => check), names);
  assertEquals(cases.map(({ number }) => number), names.map((_, index) => index));
  assertEquals(cases.length, countCases(2));
});

Deno.test("countCases() counts 553 of 36 fixtures", () => assertEquals(countCases(36), 553));

const FAULTS: readonly [name: string, fault: Fault, expected: readonly string[]][] = [
  [
    "counts one match too many",
    search((value) => value.matches.forEach((match: { match_count: number }) => match.match_count++)),
    [
      ...each(POSITIVES, "wrong-count"),
      "limited_search wrong-count 2",
      `${TORN} wrong-count`,
    ],
  ],
  ["tells no truncation", search((value) => ({ ...value, truncated: false })), ["limited_search wrong-count 2"]],
  ["always tells truncation", search((value) => ({ ...value, truncated: true })), [
    ...each([...NEGATIVES, ...POSITIVES], "wrong-count"),
    `${TORN} wrong-count`,
  ]],
  [
    "counts the last line end as a record",
    search((value) => ({ ...value, unsearchable_records: value.unsearchable_records + 1 })),
    [
      ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "wrong-count"),
      `${TORN} wrong-count`,
    ],
  ],
  ["names the snapshot as the source", search((value) => ({ ...value, source_sha256: value.snapshot_sha256 })), [
    ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "wrong-identity"),
    `${TORN} wrong-identity`,
  ]],
  [
    "repeats the query",
    on(
      "search-snapshot",
      ({ options }, right) => bend(right, (value) => ({ ...value, query: options.get("--query") })),
    ),
    [
      ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "content-leak"),
      `${TORN} content-leak`,
    ],
  ],
  [
    "shows a piece of the record",
    search((value) => value.matches.forEach((match: Record<string, unknown>) => match.snippet = "At 10:00")),
    [
      ...each([...POSITIVES, "limited_search"], "content-leak"),
      `${TORN} content-leak`,
    ],
  ],
  [
    "says the query on standard error",
    on(
      "search-snapshot",
      ({ options }, right) => right.code === 0 ? { ...right, stderr: `searching ${options.get("--query")}` } : right,
    ),
    [
      ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "content-leak"),
      `${TORN} content-leak`,
    ],
  ],
  ["adds a number", search((value) => ({ ...value, took_ms: 3 })), [
    ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "wrong-shape"),
    `${TORN} wrong-shape`,
  ]],
  [
    "names the next record",
    search((value) => value.matches.forEach((match: { record_index: number }) => match.record_index++)),
    [
      ...each([...POSITIVES, "limited_search"], "wrong-record"),
      `${TORN} wrong-record`,
    ],
  ],
  [
    "returns the same match twice",
    search((value) => ({ ...value, matches: value.matches.map(() => value.matches[0]) })),
    ["limited_search wrong-record 2"],
  ],
  [
    "repeats a key",
    on(
      "search-snapshot",
      (_, right) =>
        right.code === 0 ? { ...right, stdout: String(right.stdout).replace("{", '{"truncated":false,') } : right,
    ),
    [
      ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "not-json"),
      `${TORN} not-json`,
    ],
  ],
  [
    "prints two values",
    on("search-snapshot", (_, right) => ({ ...right, stdout: right.code === 0 ? `${right.stdout}{}` : right.stdout })),
    [
      ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "not-json"),
      `${TORN} not-json`,
    ],
  ],
  [
    "finds everywhere what is absent",
    on(
      "search-snapshot",
      (call, right) =>
        bend(
          right,
          (value) => value.matched_records === 0 && call.dataHome !== "" ? { ...value, matched_records: 1 } : value,
        ),
    ),
    [
      ...each(NEGATIVES, "wrong-count"),
      `${TORN} wrong-count`,
    ],
  ],
  ["gives content one character short", read((value) => ({ ...value, content: value.content.slice(1) })), [
    ...each(READS, "wrong-content"),
    `${TORN} wrong-content`,
    `${EDGES} wrong-content`,
  ]],
  ["names no trust", read((value) => ({ ...value, content_trust: "trusted" })), [
    ...each(READS, "wrong-page"),
    `${TORN} wrong-page`,
    `${EDGES} wrong-page`,
  ]],
  [
    "continues one byte late",
    read((value) => ({ ...value, next_offset: value.next_offset === null ? null : value.next_offset + 1 })),
    [
      "exact_read_long wrong-page 2",
      `${EDGES} wrong-page`,
    ],
  ],
  ["never ends a record", read((value) => ({ ...value, next_offset: value.next_offset ?? value.record_bytes })), [
    ...each(READS, "wrong-page"),
    `${TORN} wrong-page`,
    `${EDGES} wrong-page`,
  ]],
  ["tells the wrong size", read((value) => ({ ...value, record_bytes: value.record_bytes + 1 })), [
    ...each(READS, "wrong-record"),
    `${TORN} wrong-record`,
    `${EDGES} wrong-record`,
  ]],
  [
    "cuts characters",
    on(
      "read-snapshot",
      (call, right) =>
        call.options.get("--max-bytes") === "7"
          ? bend(right, (value) => ({ ...value, content: `${value.content.slice(0, -1)}\ufffd` }))
          : right,
    ),
    [`${EDGES} wrong-content`],
  ],
  [
    "reads on past the end",
    on("read-snapshot", (call, right) => right.code === 0 || call.options.get("--record") !== "4" ? right : json({})),
    [`${TORN} accepted`],
  ],
  [
    "gives one byte a page",
    on("read-snapshot", (_, right) =>
      bend(right, (value) => {
        const content = [...value.content][0] ?? "", end = value.offset + new TextEncoder().encode(content).length;
        return { ...value, content, next_offset: end === value.record_bytes ? null : end };
      })),
    [...each(READS, "too-many-pages"), `${EDGES} too-many-pages`],
  ],
  ["finds no card", recall(() => []), each(["recall_current", "recall_error", "recall_goal"], "card-missing")],
  [
    "finds a second card",
    recall((cards) => [...cards, { ...cards[0] }]),
    each(["recall_current", "recall_error", "recall_goal"], "card-extra"),
  ],
  [
    "gives a card of another snapshot",
    recall((cards) => [{ ...cards[0], snapshot_sha: "0".repeat(64) }]),
    each(["recall_current", "recall_error", "recall_goal"], "wrong-identity"),
  ],
  ["leaves errors out", recall((cards) => [{ ...cards[0], errors: [] }]), ["recall_error card-missing 2"]],
  [
    "gives errors as one text",
    recall((cards) => [{ ...cards[0], errors: cards[0].errors.join() }]),
    each(["recall_current", "recall_error", "recall_goal"], "wrong-shape"),
  ],
  ["changes a goal", recall((cards) => [{ ...cards[0], goal: `${cards[0].goal} ` }]), ["recall_goal card-missing 2"]],
  ["refuses with exit code 0", { answer: (_, right) => right.code === 0 ? right : { ...right, code: 0 } }, [
    ...each(INVALID, "accepted", 1),
    "integrity_fail_closed accepted",
    `${TORN} accepted`,
    `${EDGES} accepted`,
  ]],
  ["refuses on standard output", {
    answer: (_, right) => right.code === 0 ? right : { ...right, stdout: '{"error":"no"}' },
  }, [
    ...each(INVALID, "stdout-on-error", 1),
    "integrity_fail_closed stdout-on-error",
    `${TORN} stdout-on-error`,
    `${EDGES} stdout-on-error`,
  ]],
  ["refuses without a word", { answer: (_, right) => right.code === 0 ? right : { ...right, stderr: "\n" } }, [
    ...each(INVALID, "stderr-missing", 1),
    "integrity_fail_closed stderr-missing",
    `${TORN} stderr-missing`,
    `${EDGES} stderr-missing`,
  ]],
  ["takes a short digest", on("search-snapshot", ({ sha }, right) => sha.length === 12 ? json({}) : right), [
    "invalid_input_0 accepted",
  ]],
  [
    "takes digests in any case",
    on("search-snapshot", ({ sha }, right) => sha !== sha.toLowerCase() ? json({}) : right),
    ["invalid_input_1 accepted"],
  ],
  ["takes paths", on("search-snapshot", ({ sha }, right) => sha.includes("/") ? json({}) : right), [
    "invalid_input_2 accepted",
  ]],
  [
    "takes an empty query",
    on("search-snapshot", ({ options }, right) => options.get("--query") === "" ? json({}) : right),
    ["invalid_input_3 accepted"],
  ],
  [
    "counts a query's characters",
    on("search-snapshot", ({ options }, right) => options.get("--query")!.length > 500 ? json({}) : right),
    ["invalid_input_4 accepted"],
  ],
  ["takes limit 0", on("search-snapshot", ({ options }, right) => options.get("--limit") === "0" ? json({}) : right), [
    "invalid_input_5 accepted",
  ]],
  [
    "takes limit 51",
    on("search-snapshot", ({ options }, right) => options.get("--limit") === "51" ? json({}) : right),
    ["invalid_input_6 accepted"],
  ],
  [
    "takes 3 bytes a page",
    on("read-snapshot", ({ options }, right) => options.get("--max-bytes") === "3" ? json({}) : right),
    ["invalid_input_7 accepted"],
  ],
  [
    "takes 16,385 bytes a page",
    on("read-snapshot", ({ options }, right) => options.get("--max-bytes") === "16385" ? json({}) : right),
    ["invalid_input_8 accepted"],
  ],
  ["ignores damage", {
    answer: ({ dataHome }, right) => dataHome.endsWith("/damaged") && right.code !== 0 ? json({}) : right,
  }, ["integrity_fail_closed accepted"]],
  ["hangs in searches", on("search-snapshot", (_, right) => ({ ...right, stop: "timeout" })), [
    ...each([...NEGATIVES, ...POSITIVES, "limited_search"], "timeout"),
    ...each(INVALID.slice(0, 7), "timeout", 1),
    "integrity_fail_closed timeout",
    `${TORN} timeout`,
  ]],
  ["floods in reads", on("read-snapshot", (_, right) => ({ ...right, stop: "output" })), [
    ...each(READS, "output-bound"),
    ...each(INVALID.slice(7), "output-bound", 1),
    "integrity_fail_closed output-bound",
    `${TORN} output-bound`,
    `${EDGES} output-bound`,
  ]],
  [
    "is ended by a signal in recalls",
    on("recall", (_, right) => ({ ...right, isSignal: true, code: 139 })),
    each(["recall_current", "recall_error", "recall_goal"], "signal"),
  ],
  [
    "exits with 3 in recalls",
    on("recall", (_, right) => ({ ...right, code: 3 })),
    each(["recall_current", "recall_error", "recall_goal"], "exit-code"),
  ],
  [
    "leaves something behind in recalls",
    on("recall", (_, right) => ({ ...right, stop: "held" })),
    each(["recall_current", "recall_error", "recall_goal"], "output-held"),
  ],
  ["is a baseline that shows the wrong size", {
    answer: (call, right) =>
      call.command === "show" ? bend(right, (value) => ({ ...value, bytes: value.bytes + 1 })) : right,
  }, ["baseline_v3_read_compatibility wrong-count 2"]],
  ["is a baseline that shows nothing", { answer: (call, right) => call.command === "show" ? REFUSAL : right }, [
    "baseline_v3_read_compatibility exit-code 2",
  ]],
  ["is a baseline whose record count is missing", {
    answer: (call, right) => call.command === "show" ? bend(right, ({ bytes }) => ({ bytes })) : right,
  }, ["baseline_v3_read_compatibility wrong-shape 2"]],
  ["lists a reading tool by default", {
    server: ({ method }, { reply, allowed }) =>
      method === "tools/list" && !allowed ? { ...reply, result: { tools: [{ name: "read_snapshot" }] } } : reply,
  }, [`${MCP} mcp-listed`]],
  ["lists no reading tool with the flag", {
    server: ({ method }, { reply }) => method === "tools/list" ? { ...reply, result: { tools: [] } } : reply,
  }, [`${MCP} mcp-unlisted`]],
  ["lists a tool that changes something", {
    server: ({ method }, { reply }) =>
      method === "tools/list" ? { ...reply, result: { tools: [{ name: "undo" }] } } : reply,
  }, [`${MCP} mcp-mutating`]],
  ["answers by default", {
    server: ({ method }, { reply, allowed }) =>
      method === "tools/call" && !allowed ? { ...reply, result: { content: [] } } : reply,
  }, [`${MCP} mcp-allowed`]],
  ["denies with an error of the protocol", {
    server: ({ method, id }, { reply, allowed }) =>
      method === "tools/call" && !allowed
        ? { jsonrpc: "2.0", id, error: { code: -32602, message: "unknown tool" } }
        : reply,
  }, []],
  ["denies with the flag too", {
    server: ({ method }, { reply }) =>
      method === "tools/call" ? { ...reply, result: { isError: true, content: [] } } : reply,
  }, [`${MCP} mcp-refused`]],
  ["answers another text through the server", {
    server: ({ method }, { reply, allowed }) =>
      method === "tools/call" && allowed ? { ...reply, result: { content: [{ type: "text", text: "{}" }] } } : reply,
  }, [`${MCP} wrong-shape`]],
  ["answers no text through the server", {
    server: ({ method }, { reply, allowed }) =>
      method === "tools/call" && allowed ? { ...reply, result: { content: [] } } : reply,
  }, [`${MCP} wrong-shape`]],
  ["refuses the handshake", {
    server: ({ method, id }, { reply }) =>
      method === "initialize" ? { jsonrpc: "2.0", id, error: { code: -32602, message: "no" } } : reply,
  }, [`${MCP} mcp-handshake`]],
  ["offers no tools in the handshake", {
    server: ({ method }, { reply }) =>
      method === "initialize" ? { ...reply, result: { ...reply.result, capabilities: {} } } : reply,
  }, [`${MCP} mcp-handshake`]],
  ["logs on the server's standard output", { server: (_, { reply }) => `starting\n${JSON.stringify(reply)}` }, [
    `${MCP} mcp-protocol`,
  ]],
  ["answers with another id", { server: (_, { reply }) => ({ ...reply, id: "x" }) }, [`${MCP} mcp-protocol`]],
  ["answers nothing", { server: () => null }, [`${MCP} mcp-protocol`]],
];

for (const [name, fault, expected] of FAULTS) {
  Deno.test(`decideCases() fails exactly what it should when an executable ${name}`, async () => {
    assertEquals(failures(await decide(fault)), expected.toSorted());
  });
}

Deno.test("decideCases() counts a baseline that answers right as supporting it, and a wrong answer as unclear", async () => {
  const candidate = fakeMachine();
  const answer = (call: FakeCall, right: FakeAnswer): FakeAnswer | Promise<FakeAnswer> => {
    if (call.backend === "candidate" || call.command !== "search-snapshot") {
      return call.command === "read-snapshot" && call.backend === "baseline" ? json({}) : right;
    }
    const args = [call.command, call.sha, ...[...call.options].flat(), "--json"];
    const asked = candidate.run({ backend: "candidate", args, dataHome: call.dataHome, timeoutMs: 1 });
    return asked.then(({ code, stdout }) => ({ code, stdout, stderr: "" }));
  };
  const { capabilities, cases } = await decide({ answer });
  assertEquals(capabilities, { search_snapshot: "supported", read_snapshot: "unclear" });
  assertEquals(failures({ cases } as Outcomes), []);
});

Deno.test("decideCases() fails what is left as not run when the study's commands are used up", async () => {
  const { cases, commands } = await decide({}, { maxCommands: 30 });
  const lost = cases.filter(({ failure }) => failure !== null);
  assertEquals([commands, lost.length > 10, lost.length < 43], [30, true, true]);
  assertEquals(new Set(lost.map(({ failure }) => failure?.kind)), new Set(["not-run"] as const));
});
