import { assertEquals } from "@std/assert/equals";
import { showSnapshot } from "../../../../experiments/recovery-v1/vault/show.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { hex, inVault, put, putObject, putSnapshot } from "./a_vault.ts";

const NO_LINE = { provider: null, session_id: null, ts: null, strategy: null, path: null };

Deno.test("showSnapshot() describes a snapshot by its content", () =>
  inVault(async (vault) => {
    const { digest } = putSnapshot(vault, "a\nb", 2);
    assertEquals(await showSnapshot(vault, digest), {
      ...{ snapshot_sha256: digest, source_sha256: hex("a\nb"), kind: "chunked", bytes: 3, record_count: 2 },
      ...{ chunk_count: 2, ...NO_LINE },
    });
  }));

Deno.test("showSnapshot() describes a legacy object", () =>
  inVault(async (vault) => {
    const digest = putObject(vault, "a\n");
    assertEquals(await showSnapshot(vault, digest), {
      ...{ snapshot_sha256: digest, source_sha256: digest, kind: "legacy", bytes: 2, record_count: 1 },
      ...{ chunk_count: 1, ...NO_LINE },
    });
  }));

Deno.test("showSnapshot() takes the session from the last line of the index, and counts from the content", () =>
  inVault(async (vault) => {
    const { digest } = putSnapshot(vault, "a\nb\n");
    const line = (ts: number) => ({
      ...{ ts, sha256: digest, source_sha256: hex("a\nb\n"), path: `/p${ts}`, session_id: `s${ts}` },
      ...{ provider: "claude_code", bytes: 999, record_count: 999, strategy: `t${ts}` },
    });
    put(vault, "index.jsonl", [line(5), line(3)].map((entry) => JSON.stringify(entry)).join("\n"));
    const { bytes, record_count, ...rest } = await showSnapshot(vault, digest);
    assertEquals([bytes, record_count], [4, 2]);
    const { provider, session_id, ts, strategy, path } = rest;
    assertEquals({ provider, session_id, ts, strategy, path }, {
      ...{ provider: "claude_code", session_id: "s3", ts: 3, strategy: "t3", path: "/p3" },
    });
  }));

Deno.test("showSnapshot() counts more records than a search takes", () =>
  inVault(async (vault) => {
    const { digest } = putSnapshot(vault, "\n".repeat(100_001));
    assertEquals((await showSnapshot(vault, digest)).record_count, 100_001);
  }));

Deno.test("showSnapshot() refuses a damaged chunk", () =>
  inVault(async (vault) => {
    const { digest, chunks } = putSnapshot(vault, "a\n");
    put(vault, `chunks/${chunks[0]}`, "b\n");
    await assertCodeAsync(() => showSnapshot(vault, digest), "vault-damaged", `chunks/${chunks[0]}`);
  }));
