import { assertEquals } from "@std/assert/equals";
import { recall } from "../../../../experiments/recovery-v1/vault/recall.ts";
import { CARD_MARKER } from "../../../../experiments/recovery-v1/vault/state_card.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { hex, inVault, put, putSnapshot } from "./a_vault.ts";

const TEXT =
  `${CARD_MARKER}\ngoal: Paint the Fence\nerror: brush is dry\ncurrent: Straße 2\nfile: a.ts\n(covers 7 earlier records)`;
const claude = (text: string): string => JSON.stringify({ type: "user", message: { role: "user", content: text } });
const codex = (text: string): string =>
  JSON.stringify({
    type: "response_item",
    payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
  });

/** A snapshot of lines that the index calls one of a provider. */
function putIndexed(vault: string, lines: readonly string[], provider: string): string {
  const source = `${lines.join("\n")}\n`, { digest } = putSnapshot(vault, source);
  const entry = {
    ...{ ts: 1, sha256: digest, source_sha256: hex(source), path: "/a", session_id: "s", provider },
    ...{ bytes: source.length, record_count: lines.length, strategy: "x" },
  };
  const path = `${vault}/index.jsonl`;
  Deno.writeTextFileSync(path, `${JSON.stringify(entry)}\n`, { append: true, create: true });
  return digest;
}

Deno.test("recall() gives the card with its declared fields, in order", () =>
  inVault(async (vault) => {
    const sha = putIndexed(vault, ["7", claude(TEXT)], "claude_code");
    assertEquals((await recall(vault, { sha, query: "fence" })).map((card) => Object.entries(card)), [[
      ["snapshot_sha", sha],
      ["goal", "Paint the Fence"],
      ["errors", ["brush is dry"]],
      ["current_work", "Straße 2"],
      ["summary", null],
      ["concepts", []],
      ["files", ["a.ts"]],
      ["decisions", []],
      ["todos", []],
      ["contexts", []],
      ["covers_records", 7],
      ["record_index", 1],
    ]]);
  }));

for (
  const [query, count] of [
    ["PAINT THE", 1],
    ["brush", 1],
    ["STRASSE", 1],
    ["straße", 1],
    ["A.TS", 1],
    ["Fence brush", 0],
    ["covers", 0],
    ["7", 0],
    ["gobstopper", 0],
  ] as const
) {
  Deno.test(`recall() finds ${count} card when the query is ${query}`, () =>
    inVault(async (vault) => {
      const sha = putIndexed(vault, [claude(TEXT)], "claude_code");
      assertEquals((await recall(vault, { sha, query })).length, count);
    }));
}

const OTHERS: readonly (readonly [name: string, provider: string, line: string])[] = [
  [
    "an assistant's text",
    "claude_code",
    JSON.stringify({ type: "assistant", message: { role: "assistant", content: TEXT } }),
  ],
  [
    "a tool result",
    "claude_code",
    JSON.stringify({ type: "user", message: { role: "user", content: [{ type: "tool_result", content: TEXT }] } }),
  ],
  ["a quotation", "claude_code", claude(`see:\n${TEXT}`)],
  ["another provider's user message", "claude_code", codex(TEXT)],
  ["a record with a repeated key", "claude_code", claude(TEXT).replace("{", '{"type":"user",')],
  ["a record that is cut", "claude_code", claude(TEXT).slice(0, -1)],
];
for (const [name, provider, line] of OTHERS) {
  Deno.test(`recall() finds no card when it stands in ${name}`, () =>
    inVault(async (vault) => {
      const sha = putIndexed(vault, [line], provider);
      assertEquals(await recall(vault, { sha, query: "fence" }), []);
    }));
}

Deno.test("recall() takes both shapes of a snapshot that is not in the index", () =>
  inVault(async (vault) => {
    const sha = putSnapshot(vault, `${codex(TEXT)}\n${claude(TEXT)}\n`).digest;
    assertEquals((await recall(vault, { sha, query: "fence" })).map(({ record_index }) => record_index), [0, 1]);
  }));

Deno.test("recall() looks at every snapshot of the index once, in order, and passes over one that is gone", () =>
  inVault(async (vault) => {
    const first = putIndexed(vault, [claude(TEXT)], "claude_code"), gone = putIndexed(vault, ["1"], "codex");
    const second = putIndexed(vault, [codex(TEXT)], "codex");
    putIndexed(vault, [claude(TEXT)], "claude_code");
    Deno.removeSync(`${vault}/manifests/${gone}`);
    Deno.writeTextFileSync(`${vault}/index.jsonl`, '{"torn', { append: true });
    assertEquals((await recall(vault, { query: "fence" })).map(({ snapshot_sha }) => snapshot_sha), [first, second]);
  }));

Deno.test("recall() throws vault-damaged when one of the snapshots is", () =>
  inVault(async (vault) => {
    putIndexed(vault, [claude(TEXT)], "claude_code");
    const source = `${codex(TEXT)}\n`;
    putIndexed(vault, [codex(TEXT)], "codex");
    put(vault, `chunks/${hex(source)}`, source.replace("Paint", "Point"));
    await assertCodeAsync(() => recall(vault, { query: "fence" }), "vault-damaged");
  }));

for (
  const [name, code, request] of [
    ["the query is empty", "vault-request", { query: "" }],
    ["the digest is short", "vault-request", { sha: "0".repeat(63), query: "x" }],
    ["the snapshot is not there", "vault-missing", { sha: "0".repeat(64), query: "x" }],
  ] as const
) {
  Deno.test(`recall() throws ${code} when ${name}`, () =>
    inVault((vault) => assertCodeAsync(() => recall(vault, request), code)));
}

Deno.test("recall() gives nothing when the vault has no index", () =>
  inVault(async (vault) => assertEquals(await recall(vault, { query: "x" }), [])));
