import { assertEquals } from "@std/assert/equals";
import { takeSnapshot } from "../../../../experiments/recovery-v1/vault/snapshot_write.ts";
import { verifyVault } from "../../../../experiments/recovery-v1/vault/verify.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { hex, inVault, MIB, noise, put, putManifest, putObject, putSnapshot, treeOf } from "./a_vault.ts";

/** A vault with one indexed snapshot of three chunks. */
async function withSnapshot(use: (vault: string, names: { digest: string; chunks: string[] }) => Promise<void>) {
  await inVault(async (vault, base) => {
    Deno.writeFileSync(`${base}/a.jsonl`, noise(3 * MIB));
    const { sha256 } = await takeSnapshot(vault, `${base}/a.jsonl`, { ts: 1, provider: "codex" });
    const { chunks } = putSnapshot(`${base}/again`, noise(3 * MIB));
    await use(vault, { digest: sha256, chunks });
  });
}

Deno.test("verifyVault() finds nothing in a sound vault, and changes nothing", () =>
  withSnapshot(async (vault) => {
    const before = treeOf(vault);
    assertEquals(await verifyVault(vault), {
      ...{ good_snapshots: 1, bad_snapshots: 0, chunks: 3, index_entries: 1, is_sound: true, findings: [] },
    });
    assertEquals(treeOf(vault), before);
  }));

type Names = { readonly digest: string; readonly chunks: readonly string[] };
type Expected = (names: Names) => readonly (readonly [string, string])[];

const DAMAGE: readonly [string, (vault: string, names: Names) => void, Expected][] = [
  [
    "a damaged chunk and the snapshot that it breaks",
    (vault, { chunks }) => put(vault, `chunks/${chunks[1]}`, "x"),
    ({ digest, chunks }) => [[`chunks/${chunks[1]}`, "damaged"], [`manifests/${digest}`, "broken"]],
  ],
  [
    "a missing chunk and the snapshot that it breaks",
    (vault, { chunks }) => Deno.removeSync(`${vault}/chunks/${chunks[1]}`),
    ({ digest, chunks }) => [[`chunks/${chunks[1]}`, "missing"], [`manifests/${digest}`, "broken"]],
  ],
  [
    "a link in place of a chunk",
    (vault, { chunks }) => {
      Deno.renameSync(`${vault}/chunks/${chunks[1]}`, `${vault}/../aside`);
      Deno.symlinkSync("../../aside", `${vault}/chunks/${chunks[1]}`);
    },
    ({ digest, chunks }) => [[`chunks/${chunks[1]}`, "damaged"], [`manifests/${digest}`, "broken"]],
  ],
  [
    "a damaged manifest, whose chunks nothing names then",
    (vault, { digest }) => put(vault, `manifests/${digest}`, "{}"),
    ({ digest, chunks }) => [
      ...chunks.map((name) => [`chunks/${name}`, "unreferenced"] as const),
      [`manifests/${digest}`, "damaged"],
    ],
  ],
  [
    "a missing manifest by the index",
    (vault, { digest }) => Deno.removeSync(`${vault}/manifests/${digest}`),
    ({ digest, chunks }) => [
      ...chunks.map((name) => [`chunks/${name}`, "unreferenced"] as const),
      [`index.jsonl#${digest}`, "dangling"],
    ],
  ],
];

for (const [what, damage, expected] of DAMAGE) {
  Deno.test(`verifyVault() finds ${what}`, () =>
    withSnapshot(async (vault, names) => {
      damage(vault, names);
      const report = await verifyVault(vault);
      const pairs = expected(names).toSorted(([a], [b]) => a < b ? -1 : 1);
      assertEquals(report.findings.map(({ at, kind }) => [at, kind]), pairs.map((pair) => [...pair]));
      assertEquals([report.is_sound, report.good_snapshots], [false, 0]);
    }));
}

Deno.test("verifyVault() finds a manifest whose source is another", () =>
  inVault(async (vault) => {
    const { chunks } = putSnapshot(vault, "a"), other = hex("b");
    const digest = putManifest(vault, { schema_version: 3, source_sha256: other, bytes: 1, chunks });
    const { findings, good_snapshots, bad_snapshots } = await verifyVault(vault);
    assertEquals(findings.filter(({ kind }) => kind !== "unindexed"), [{ at: `manifests/${digest}`, kind: "damaged" }]);
    assertEquals([good_snapshots, bad_snapshots], [1, 1]);
  }));

Deno.test("verifyVault() finds damaged legacy objects, and takes good ones", () =>
  inVault(async (vault) => {
    const good = putObject(vault, "a"), bad = putObject(vault, "b");
    put(vault, `objects/${bad}`, "c");
    const { findings, good_snapshots, bad_snapshots } = await verifyVault(vault);
    assertEquals([good_snapshots, bad_snapshots], [1, 1]);
    assertEquals(findings.filter(({ kind }) => kind === "damaged"), [{ at: `objects/${bad}`, kind: "damaged" }]);
    assertEquals(findings.filter(({ kind }) => kind === "unindexed").length, 2);
    assertEquals(findings.some(({ at, kind }) => at === `objects/${good}` && kind === "unindexed"), true);
  }));

const HARMLESS: readonly [string, string, string][] = [
  ["a chunk that nothing names", `chunks/${hex("x")}`, "unreferenced"],
  ["what an interrupted write left", "chunks/.vault-write-7-0.tmp", "temporary"],
  ["what an interrupted write left of a manifest", "manifests/.vault-write-7-0.tmp", "temporary"],
  ["an upper-case digest", `chunks/${hex("x").toUpperCase()}`, "foreign"],
  ["a short digest", `manifests/${hex("x").slice(1)}`, "foreign"],
  ["a file beside the folders", "notes.txt", "foreign"],
];

for (const [what, at, kind] of HARMLESS) {
  Deno.test(`verifyVault() reports ${what}, and calls the vault sound`, () =>
    withSnapshot(async (vault) => {
      put(vault, at, "x");
      const report = await verifyVault(vault);
      assertEquals([report.is_sound, report.good_snapshots], [true, 1]);
      assertEquals<unknown>(report.findings, [{ at, kind }]);
    }));
}

const INDEXES: readonly [string, (line: string) => string, string, string, boolean][] = [
  ["a torn line", (line) => `${line.slice(0, 40)}\n${line}`, "index.jsonl#1", "skipped", true],
  ["a torn last line", (line) => `${line}\n${line.slice(0, 40)}`, "index.jsonl#2", "skipped", true],
  ["another size", (line) => line.replace(/"bytes":\d+/, '"bytes":1'), "index.jsonl#", "contradicted", false],
  ["another count", (line) => line.replace(/_count":\d+/, '_count":1'), "index.jsonl#", "contradicted", false],
  [
    "another source",
    (line) => line.replace(/source_sha256":"\w+/, `source_sha256":"${hex("x")}`),
    "index.jsonl#",
    "contradicted",
    false,
  ],
];

for (const [what, change, at, kind, isSound] of INDEXES) {
  Deno.test(`verifyVault() finds ${what} in the index`, () =>
    withSnapshot(async (vault, { digest }) => {
      const path = `${vault}/index.jsonl`;
      Deno.writeTextFileSync(path, change(Deno.readTextFileSync(path).trim()));
      const report = await verifyVault(vault);
      const place = kind === "contradicted" ? at + digest : at;
      assertEquals<unknown>([report.findings, report.is_sound], [[{ at: place, kind }], isSound]);
    }));
}

Deno.test("verifyVault() takes a missing index for no damage, and names what no line names", () =>
  withSnapshot(async (vault, { digest }) => {
    Deno.removeSync(`${vault}/index.jsonl`);
    const { findings, is_sound } = await verifyVault(vault);
    assertEquals([findings, is_sound], [[{ at: `manifests/${digest}`, kind: "unindexed" }], true]);
  }));

Deno.test("verifyVault() takes a link in place of the index for damage", () =>
  withSnapshot(async (vault) => {
    Deno.renameSync(`${vault}/index.jsonl`, `${vault}/../aside`);
    Deno.symlinkSync("../aside", `${vault}/index.jsonl`);
    assertEquals((await verifyVault(vault)).is_sound, false);
  }));

Deno.test("verifyVault() takes a snapshot of 100,001 records", () =>
  inVault(async (vault) => {
    putSnapshot(vault, "\n".repeat(100_001));
    assertEquals((await verifyVault(vault)).good_snapshots, 1);
  }));

Deno.test("verifyVault() refuses a vault that is not there", () =>
  inVault((vault) => assertCodeAsync(() => verifyVault(`${vault}/none`), "vault-missing")));
