import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { Validator } from "@cfworker/json-schema";
import { BASELINE } from "../../../../experiments/recovery-v1/vault/baseline.ts";
import { CANDIDATE } from "../../../../experiments/recovery-v1/vault/main.ts";
import { alone, type Answer, call, hello, request, serve } from "./mcp_session.ts";
import { CODEX_RECORDS, runWords, type SeededVault, withVault } from "./seeded_vault.ts";

const namesOf = (answer: Answer): string[] => answer.result.tools.map(({ name }: { name: string }) => name);

Deno.test("answer() lists no tool that gives out content unless that is allowed", async () => {
  assertEquals((await serve([alone(1, "tools/list")])).map(namesOf), [["list_snapshots", "show_snapshot"]]);
});

Deno.test("answer() lists every tool where content is allowed, in the same order in both eras", async () => {
  const answers = await serve([alone(1, "tools/list"), hello(), request(2, "tools/list")], { isContentAllowed: true });
  const all = ["list_snapshots", "read_snapshot", "recall", "search_snapshot", "show_snapshot"];
  assertEquals([namesOf(answers[0]), namesOf(answers[2])], [all, all]);
});

Deno.test("answer() lists neither search nor read for the baseline", async () => {
  const options = { edition: BASELINE, isContentAllowed: true };
  const answers = await serve([alone(1, "tools/list"), alone(2, "tools/call", call("read_snapshot", {}))], options);
  assertEquals([namesOf(answers[0]), answers[1].error.code], [["list_snapshots", "recall", "show_snapshot"], -32602]);
});

for (const name of ["search_snapshot", "read_snapshot", "recall"]) {
  Deno.test(`answer() denies a direct call of ${name} unless content is allowed`, async () => {
    await withVault(async ({ vault, codex }) => {
      const params = call(name, { sha: codex, query: "needle", record: 0 });
      const answers = await serve([alone(1, "tools/call", params), hello(), request(2, "tools/call", params)], {
        vault,
      });
      assertEquals([answers[0].error.code, answers[2].error.code], [-32602, -32602]);
      assert(!JSON.stringify(answers).includes(CODEX_RECORDS[0]!.slice(1, 30)));
    });
  });
}

for (const name of ["apply", "undo", "watch", "snapshot", "fork", "restore", "verify"]) {
  Deno.test(`answer() knows no tool ${name}`, async () => {
    const [answer] = await serve([alone(1, "tools/call", call(name, {}))], { isContentAllowed: true });
    assertEquals(answer.error.code, -32602);
  });
}

Deno.test("answer() describes arguments by closed schemas", async () => {
  const [answer] = await serve([alone(1, "tools/list")], { isContentAllowed: true });
  for (const { name, inputSchema } of answer.result.tools) {
    const validator = new Validator(inputSchema, "2020-12");
    const given: Record<string, unknown> = { sha: "0".repeat(64), query: "q", record: 0 };
    const needed = Object.fromEntries((inputSchema.required ?? []).map((key: string) => [key, given[key]]));
    assertEquals([name, validator.validate(needed).valid], [name, true]);
    assertEquals([name, validator.validate({ ...needed, other: 1 }).valid], [name, false]);
    for (const key of Object.keys(needed)) {
      assertEquals([name, validator.validate({ ...needed, [key]: null }).valid], [name, false]);
    }
  }
});

type Equal = [string, (seeded: SeededVault) => Record<string, unknown>, (seeded: SeededVault) => string[]];
const EQUALS: readonly Equal[] = [
  ["list_snapshots", () => ({}), () => ["list"]],
  ["show_snapshot", ({ codex }) => ({ sha: codex }), ({ codex }) => ["show", codex]],
  ["recall", () => ({ query: "fence" }), () => ["recall", "--query=fence"]],
  ["recall", ({ claude }) => ({ sha: claude, query: "dry" }), ({ claude }) => [
    ...["recall", "--query=dry", "--sha", claude],
  ]],
  ["search_snapshot", ({ codex }) => ({ sha: codex, query: "needle", limit: 1 }), ({ codex }) => [
    ...["search-snapshot", codex, "--query=needle", "--limit=1"],
  ]],
  ["read_snapshot", ({ codex }) => ({ sha: codex, record: 1, offset: 3, max_bytes: 9 }), ({ codex }) => [
    ...["read-snapshot", codex, "--record=1", "--offset=3", "--max-bytes=9"],
  ]],
];
for (const [name, given, words] of EQUALS) {
  Deno.test(`answer() gives for ${name} the JSON of the command line`, async () => {
    await withVault(async (seeded) => {
      const { vault } = seeded;
      const options = { vault, isContentAllowed: true };
      const [answer] = await serve([alone(1, "tools/call", call(name, given(seeded)))], options);
      const { out } = await runWords([...words(seeded), "--json"], { edition: CANDIDATE, vault });
      assertEquals(answer.result.content, [{ type: "text", text: out.trimEnd() }]);
      assertEquals([answer.result.isError, out.length > 2], [false, true]);
    });
  });
}

const WRONG: readonly [string, string, Record<string, unknown>][] = [
  ["an argument that is missing", "search_snapshot", { query: "q" }],
  ["an argument that is unknown", "list_snapshots", { sha: "x" }],
  ["an argument named like a property of objects", "list_snapshots", { constructor: 1 }],
  ["a text where a count belongs", "read_snapshot", { sha: "0".repeat(64), record: "0" }],
  ["a fraction", "read_snapshot", { sha: "0".repeat(64), record: 0.5 }],
  ["a count where a text belongs", "search_snapshot", { sha: 0, query: "q" }],
  ["null", "search_snapshot", { sha: null, query: "q" }],
  ["a short digest", "show_snapshot", { sha: "abc" }],
  ["an upper-case digest", "show_snapshot", { sha: "A".repeat(64) }],
  ["a path", "show_snapshot", { sha: "../../../../etc/passwd" }],
  ["a digest that is not there", "show_snapshot", { sha: "0".repeat(64) }],
  ["a limit of zero", "search_snapshot", { sha: "CODEX", query: "q", limit: 0 }],
  ["a limit of 51", "search_snapshot", { sha: "CODEX", query: "q", limit: 51 }],
  ["an empty query", "search_snapshot", { sha: "CODEX", query: "" }],
  ["a query of 1,025 bytes", "search_snapshot", { sha: "CODEX", query: "q".repeat(1025) }],
  ["a page of 3 bytes", "read_snapshot", { sha: "CODEX", record: 0, max_bytes: 3 }],
  ["a page of 16,385 bytes", "read_snapshot", { sha: "CODEX", record: 0, max_bytes: 16_385 }],
  ["a negative record", "read_snapshot", { sha: "CODEX", record: -1 }],
  ["a record that is not there", "read_snapshot", { sha: "CODEX", record: 99 }],
  ["an offset past the end", "read_snapshot", { sha: "CODEX", record: 0, offset: 1e6 }],
];
for (const [name, tool, given] of WRONG) {
  Deno.test(`answer() makes a result of ${name}, so that a model can mend it`, async () => {
    await withVault(async ({ vault, codex, place }) => {
      const params = call(tool, given["sha"] === "CODEX" ? { ...given, sha: codex } : given);
      const [answer] = await serve([alone(1, "tools/call", params)], { vault, isContentAllowed: true });
      assertEquals([answer.error, answer.result?.isError], [undefined, true]);
      assertEquals(/^(usage|vault-\w+|file-\w+): Cannot /.test(answer.result.content[0].text), true);
      assertEquals(JSON.stringify(answer).includes(place), false);
    });
  });
}
