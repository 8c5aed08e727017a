import { assertEquals } from "@std/assert/equals";
import { readIndex } from "../../../../experiments/recovery-v1/vault/index.ts";
import { recordLines } from "../../../../experiments/recovery-v1/vault/records.ts";
import { openSnapshot } from "../../../../experiments/recovery-v1/vault/snapshot_open.ts";
import { type SnapshotOptions, takeSnapshot } from "../../../../experiments/recovery-v1/vault/snapshot_write.ts";
import { verifyVault } from "../../../../experiments/recovery-v1/vault/verify.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { hex, inVault, noise, putSnapshot, utf8 } from "./a_vault.ts";
import { killWriters } from "./kill_writer.ts";

const META = { timestamp: "t", type: "session_meta", payload: { id: "c-1", cwd: "/w" } };
const CODEX = [META, { type: "response_item", payload: { type: "message", role: "user", content: [] } }];
const CLAUDE = [
  { type: "summary", summary: "s", leafUuid: "u-0" },
  { parentUuid: null, sessionId: "a-1", type: "user", uuid: "u-1", message: { role: "user", content: "é 😀" } },
];
const toLines = (records: readonly unknown[]): string =>
  records.map((record) => JSON.stringify(record) + "\n").join("");

for (const [provider, records, session] of [["codex", CODEX, "c-1"], ["claude_code", CLAUDE, "a-1"]] as const) {
  Deno.test(`takeSnapshot() takes a transcript of ${provider} that reads back record by record`, () =>
    inVault(async (vault, base) => {
      const source = toLines(records), path = `${base}/rollout-x.jsonl`;
      Deno.writeTextFileSync(path, source);
      const report = await takeSnapshot(vault, path, { ts: 1_790_000_000 });
      const { digest } = putSnapshot(`${base}/expected`, source);
      const entry = {
        ts: 1_790_000_000,
        sha256: digest,
        source_sha256: hex(source),
        path,
        session_id: session,
        provider,
        bytes: utf8(source).length,
        record_count: 2,
        strategy: "snapshot",
      };
      assertEquals(report, { ...entry, new_bytes: entry.bytes });
      assertEquals(readIndex(vault).entries, [entry]);
      const lines = (await Array.fromAsync(recordLines(await openSnapshot(vault, digest)))).flat();
      assertEquals(lines.map(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes))), [...records]);
      assertEquals((await verifyVault(vault)).findings, []);
    }));
}

Deno.test("takeSnapshot() enters the same bytes again, and stores nothing", () =>
  inVault(async (vault, base) => {
    Deno.writeTextFileSync(`${base}/a.jsonl`, toLines(CODEX));
    const first = await takeSnapshot(vault, `${base}/a.jsonl`, { ts: 1 });
    const second = await takeSnapshot(vault, `${base}/a.jsonl`, { ts: 2 });
    assertEquals(second, { ...first, ts: 2, new_bytes: 0 });
    assertEquals(readIndex(vault).entries.map(({ ts }) => ts), [1, 2]);
  }));

const GIVEN: readonly [string, string, Partial<SnapshotOptions>, { provider: string; session_id: string }][] = [
  ["what is given", toLines(CODEX), { provider: "claude_code", sessionId: "x" }, {
    provider: "claude_code",
    session_id: "x",
  }],
  ["the file's name for a session of no record", "{}\n", { provider: "codex" }, {
    provider: "codex",
    session_id: "a.b",
  }],
  ["the file's name for a session of the other provider", toLines(CODEX), { provider: "claude_code" }, {
    ...{ provider: "claude_code", session_id: "a.b" },
  }],
  ["an empty source", "", { provider: "codex" }, { provider: "codex", session_id: "a.b" }],
];

for (const [what, source, options, expected] of GIVEN) {
  Deno.test(`takeSnapshot() enters ${what}`, () =>
    inVault(async (vault, base) => {
      Deno.writeTextFileSync(`${base}/a.b.jsonl`, source);
      const { provider, session_id } = await takeSnapshot(vault, `${base}/a.b.jsonl`, { ts: 1, ...options });
      assertEquals({ provider, session_id } as unknown, expected);
    }));
}

const REFUSED: readonly [string, string, SnapshotOptions][] = [
  ["a source of no known provider", "{}\n", { ts: 1 }],
  ["an empty source without a provider", "", { ts: 1 }],
  ["another provider", toLines(CODEX), { ts: 1, provider: "gemini" as "codex" }],
  ["a time that is no number", toLines(CODEX), { ts: NaN }],
  ["a fraction of a second", toLines(CODEX), { ts: 1.5 }],
];

for (const [what, source, options] of REFUSED) {
  Deno.test(`takeSnapshot() refuses ${what} and leaves the vault alone`, () =>
    inVault(async (vault, base) => {
      Deno.writeTextFileSync(`${base}/a.jsonl`, source);
      await assertCodeAsync(() => takeSnapshot(vault, `${base}/a.jsonl`, options), "vault-request");
      assertEquals([...Deno.readDirSync(vault)], []);
    }));
}

Deno.test("takeSnapshot() refuses a relative path and a missing source", () =>
  inVault(async (vault, base) => {
    await assertCodeAsync(() => takeSnapshot(vault, "a.jsonl", { ts: 1 }), "vault-request");
    await assertCodeAsync(() => takeSnapshot(vault, `${base}/a.jsonl`, { ts: 1 }), "file-missing");
  }));

Deno.test("takeSnapshot() and restoreSnapshot() leave nothing half-written when killed", async () => {
  const { amidWrites: _, restores, ...wrong } = await killWriters(6);
  assertEquals(wrong, { wrongObjects: 0, damagedManifests: 0, dangling: 0, wrongRestores: 0 });
  assertEquals(restores >= 6, true);
});

Deno.test("takeSnapshot() loses no chunk and no line when four processes take the same sources at once", () =>
  inVault(async (vault, base) => {
    for (let n = 0; n < 5; n++) Deno.writeFileSync(`${base}/${n}`, noise(1_500_000, n % 3));
    const reports = await Promise.all([0, 1, 2, 3].map(() =>
      inChild(`
        import { takeSnapshot } from "./experiments/recovery-v1/vault/snapshot_write.ts";
        for (let n = 0; n < 5; n++) {
          await takeSnapshot("${vault}", "${base}/" + n, { ts: n, provider: "codex" });
        }`)
    ));
    assertEquals(reports.map(({ code, stderr }) => [code, stderr]), Array(4).fill([0, ""]));
    const { findings, index_entries, good_snapshots } = await verifyVault(vault);
    assertEquals([findings, index_entries, good_snapshots], [[], 20, 3]);
  }));
