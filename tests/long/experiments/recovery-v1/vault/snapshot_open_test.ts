import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { hex, inVault, MIB, noise, put, putManifest } from "../../../../experiments/recovery-v1/vault/a_vault.ts";
import { inChild } from "../../../../in_child.ts";

const CHUNKS = 200, MAX_RSS_MIB = 150;

/** Writes 200 MiB, every chunk another, as chunks and as a legacy object; the digests of the two snapshots. */
async function putLarge(vault: string): Promise<{ chunked: string; legacy: string; sourceSha256: string }> {
  const { createHash } = await import("node:crypto");
  const chunk = noise(MIB).map((byte, index) => index % 3000 === 2999 ? 10 : byte === 10 ? 11 : byte),
    source = createHash("sha256"),
    chunks: string[] = [];
  put(vault, "objects/aside", "");
  for (let n = 0; n < CHUNKS; n++) {
    new DataView(chunk.buffer).setUint32(0, 0x40404040 + (n << 8)); // no byte of it is a line feed
    chunks.push(hex(chunk));
    source.update(chunk);
    put(vault, `chunks/${hex(chunk)}`, chunk);
    Deno.writeFileSync(`${vault}/objects/aside`, chunk, { append: true });
  }
  const sourceSha256 = source.digest("hex");
  Deno.renameSync(`${vault}/objects/aside`, `${vault}/objects/${sourceSha256}`);
  const manifest = { schema_version: 3, source_sha256: sourceSha256, bytes: CHUNKS * MIB, chunks };
  return { chunked: putManifest(vault, manifest), legacy: sourceSha256, sourceSha256 };
}

/** What is done with a snapshot, in a process of its own: code that leaves an answer in `answer`. */
const USES: readonly [string, string][] = [
  ["a pass", "let answer = 0; for await (const chunk of snapshot.chunks()) answer += chunk.length;"],
  [
    "two passes that split records",
    "let answer = 0; for await (const list of recordLines(snapshot)) " +
    "for (const { bytes } of list) answer += bytes.length + 1; answer--;",
  ],
  [
    "a restored file",
    `await restoreSnapshot(vault, snapshot.digest, { target: vault + "/../to" });
     const answer = Deno.statSync(vault + "/../to").size; Deno.removeSync(vault + "/../to");`,
  ],
  [
    "a file that is restored and taken again",
    `await restoreSnapshot(vault, snapshot.digest, { target: vault + "/../to" });
     const answer = (await storeSource(vault + "/../new", vault + "/../to")).bytes;
     Deno.removeSync(vault + "/../to"); Deno.removeSync(vault + "/../new", { recursive: true });`,
  ],
  [
    "a whole vault that is verified",
    `const report = await verifyVault(vault), answer = report.good_snapshots > 0 && report.is_sound ? ${
      CHUNKS * MIB
    } : 0;`,
  ],
];

for (const [what, code] of USES) {
  Deno.test(`openSnapshot() takes under ${MAX_RSS_MIB} MiB for ${what} of ${CHUNKS} MiB`, () =>
    inVault(async (vault) => {
      const { chunked, legacy } = await putLarge(vault);
      for (const digest of [chunked, legacy]) {
        const { stdout, stderr } = await inChild(`
          import { openSnapshot } from "./experiments/recovery-v1/vault/snapshot_open.ts";
          import { recordLines } from "./experiments/recovery-v1/vault/records.ts";
          import { restoreSnapshot } from "./experiments/recovery-v1/vault/restore.ts";
          import { storeSource } from "./experiments/recovery-v1/vault/source_store.ts";
          import { verifyVault } from "./experiments/recovery-v1/vault/verify.ts";
          const vault = "${vault}", snapshot = await openSnapshot(vault, "${digest}"), start = performance.now();
          ${code}
          const ms = Math.round(performance.now() - start);
          const peakKib = Number(/VmHWM:\\s+(\\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))[1]);
          console.log(JSON.stringify({ answer, ms, peakMib: Math.round(peakKib / 1024) }));`);
        assertEquals(stderr, "");
        const { answer, ms, peakMib } = JSON.parse(stdout);
        console.log(`${what}, ${digest === legacy ? "legacy" : "chunked"}: ${peakMib} MiB, ${ms} ms`);
        assertEquals(answer, CHUNKS * MIB);
        assert(peakMib < MAX_RSS_MIB, `${peakMib} MiB`);
      }
    }));
}
