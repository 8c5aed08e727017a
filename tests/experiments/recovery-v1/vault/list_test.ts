import { assertEquals } from "@std/assert/equals";
import { checkVault, listSnapshots, namesIn } from "../../../../experiments/recovery-v1/vault/list.ts";
import { assertCode } from "../../../assert_code.ts";
import { hex, inVault, put, putObject, putSnapshot } from "./a_vault.ts";

const entryOf = (sha256: string, ts: number) => ({
  ...{ ts, sha256, source_sha256: sha256, path: "/a", session_id: "s" },
  ...{ provider: "codex", bytes: 1, record_count: 1, strategy: "x" },
});

Deno.test("listSnapshots() lists the index in its order, then what it does not name", () =>
  inVault((vault) => {
    const a = putSnapshot(vault, "a").digest, b = putSnapshot(vault, "b").digest, c = putObject(vault, "c");
    const d = putObject(vault, "d"), gone = hex("gone");
    put(vault, "manifests/.vault-write-1-0.tmp", "x");
    const entries = [entryOf(b, 1), entryOf(c, 2), entryOf(gone, 3), entryOf(b, 4)];
    put(vault, "index.jsonl", entries.map((entry) => JSON.stringify(entry)).join("\ntorn\n"));
    assertEquals<unknown>(listSnapshots(vault), [
      { sha256: b, kind: "chunked", entry: entries[0] },
      { sha256: c, kind: "legacy", entry: entries[1] },
      { sha256: gone, kind: "missing", entry: entries[2] },
      { sha256: b, kind: "chunked", entry: entries[3] },
      ...[{ sha256: a, kind: "chunked", entry: null }, { sha256: d, kind: "legacy", entry: null }]
        .sort((x, y) => x.sha256 < y.sha256 ? -1 : 1),
    ]);
  }));

Deno.test("listSnapshots() lists what is stored when the index is missing", () =>
  inVault((vault) => {
    const { digest } = putSnapshot(vault, "a");
    assertEquals(listSnapshots(vault), [{ sha256: digest, kind: "chunked", entry: null }]);
  }));

Deno.test("listSnapshots() lists nothing of an empty vault", () =>
  inVault((vault) => assertEquals(listSnapshots(vault), [])));

Deno.test("checkVault() refuses what is no folder", () =>
  inVault((vault, base) => {
    Deno.writeTextFileSync(`${base}/file`, "");
    for (const path of [`${base}/none`, `${base}/file`]) assertCode(() => checkVault(path), "vault-missing");
    checkVault(vault);
  }));

Deno.test("namesIn() lists names sorted, and refuses what is no folder", () =>
  inVault((vault) => {
    for (const name of ["b", "a", "B"]) put(vault, `chunks/${name}`, "");
    assertEquals(namesIn(vault, "chunks"), ["B", "a", "b"]);
    assertEquals(namesIn(vault, "none"), []);
    put(vault, "objects", "");
    assertCode(() => namesIn(vault, "objects"), "file-unreadable", "objects");
  }));
