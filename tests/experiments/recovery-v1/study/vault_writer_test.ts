import { assertEquals } from "@std/assert/equals";
import { createHash } from "node:crypto";
import { CHUNK_BYTES } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import { makeSnapshot, vaultFiles, writeFiles } from "../../../../experiments/recovery-v1/study/vault_writer.ts";
import { inFolder } from "../../../in_folder.ts";

const FACTS = { provider: "codex", sessionId: "s", path: "/synthetic/x.jsonl", recordCount: 1, ts: 5 } as const;
const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

for (const [bytes, chunks] of [[0, 0], [1, 1], [CHUNK_BYTES, 1], [CHUNK_BYTES + 1, 2], [2 * CHUNK_BYTES, 2]] as const) {
  Deno.test(`makeSnapshot() cuts ${bytes} bytes into ${chunks} chunks`, () => {
    const source = new Uint8Array(bytes).fill(97).fill(98, CHUNK_BYTES);
    const { chunkPaths, files, sha256: digest, sourceSha256 } = makeSnapshot(source, FACTS);
    assertEquals([chunkPaths.length, sourceSha256], [chunks, sha256(source)]);
    assertEquals(chunkPaths.reduce((total, path) => total + files.get(path)!.length, 0), bytes);
    const manifest = new TextDecoder().decode(files.get(`manifests/${digest}`));
    const names = chunkPaths.map((path) => `"${path.slice(7)}"`).join();
    assertEquals(
      manifest,
      `{"schema_version":3,"source_sha256":"${sha256(source)}","bytes":${bytes},"chunks":[${names}]}`,
    );
    assertEquals(sha256(manifest), digest);
  });
}

Deno.test("vaultFiles() writes one line of the index for each snapshot, in their order", () => {
  const snapshots = ["a", "b"].map((text) => makeSnapshot(new TextEncoder().encode(text), FACTS));
  const index = new TextDecoder().decode(vaultFiles(snapshots).get("index.jsonl"));
  assertEquals(
    index.split("\n").slice(0, -1).map((line) => JSON.parse(line).sha256),
    snapshots.map(({ sha256 }) => sha256),
  );
});

Deno.test("writeFiles() writes into new folders, and overwrites nothing", () =>
  inFolder((folder) => {
    const files = new Map([["a/b/c", new Uint8Array([1])], ["d", new Uint8Array([2])]]);
    writeFiles(folder, files);
    assertEquals([...Deno.readFileSync(`${folder}/a/b/c`), ...Deno.readFileSync(`${folder}/d`)], [1, 2]);
    let name = "";
    try {
      writeFiles(folder, files);
    } catch (error) {
      name = (error as Error).name;
    }
    assertEquals(name, "AlreadyExists");
  }));
