import { assertEquals } from "@std/assert/equals";
import {
  formatManifest,
  MANIFEST_BYTES,
  readManifest,
} from "../../../../experiments/recovery-v1/vault/manifest_read.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { hex, inVault, MIB, put, putManifest } from "./a_vault.ts";

const A = hex("a"), B = hex("b");
const good = (): Record<string, unknown> => ({ schema_version: 3, source_sha256: A, bytes: 10, chunks: [B] });

Deno.test("formatManifest() writes compact JSON in the order of the format, without a line feed", () =>
  assertEquals(
    formatManifest({ chunks: [A, B], bytes: 12, sourceSha256: A }),
    `{"schema_version":3,"source_sha256":"${A}","bytes":12,"chunks":["${A}","${B}"]}`,
  ));

Deno.test("readManifest() reads what formatManifest() writes", () =>
  inVault(async (vault) => {
    const manifest = { sourceSha256: A, bytes: MIB + 1, chunks: [B, A] };
    assertEquals(await readManifest(vault, putManifest(vault, formatManifest(manifest))), manifest);
  }));

Deno.test("readManifest() returns null when the vault has none of the name", () =>
  inVault(async (vault) => assertEquals(await readManifest(vault, A), null)));

const FLAWS: readonly [string, unknown][] = [
  ["another version", { ...good(), schema_version: 2 }],
  ["its version as a text", { ...good(), schema_version: "3" }],
  ["no version", { source_sha256: A, bytes: 10, chunks: [B] }],
  ["a field more", { ...good(), note: 1 }],
  ["another field instead", { schema_version: 3, source_sha256: A, bytes: 10, parts: [B] }],
  ["an upper-case source", { ...good(), source_sha256: A.toUpperCase() }],
  ["a short source", { ...good(), source_sha256: A.slice(1) }],
  ["a path as chunk", { ...good(), chunks: [`../objects/${B}`] }],
  ["a parent folder as chunk", { ...good(), chunks: [".."] }],
  ["an absolute path as chunk", { ...good(), chunks: ["/etc/hostname"] }],
  ["an upper-case chunk", { ...good(), chunks: [B.toUpperCase()] }],
  ["a short chunk", { ...good(), chunks: [B.slice(0, 63)] }],
  ["a chunk with a line feed", { ...good(), chunks: [`${B}\n`] }],
  ["a chunk that is no text", { ...good(), chunks: [1] }],
  ["a chunk in a list", { ...good(), chunks: [[B]] }],
  ["chunks that are no list", { ...good(), chunks: B }],
  ["bytes below zero", { ...good(), bytes: -1 }],
  ["a fraction of a byte", { ...good(), bytes: 1.5 }],
  ["bytes as a text", { ...good(), bytes: "10" }],
  ["bytes beyond exact counts", { ...good(), bytes: 2 ** 53 }],
  ["bytes without chunks", { ...good(), chunks: [] }],
  ["bytes for more chunks", { ...good(), bytes: MIB + 1 }],
  ["a list", [good()]],
  ["nothing", ""],
  ["half of it", JSON.stringify(good()).slice(0, -20)],
  ["a second value", JSON.stringify(good()) + "{}"],
  ["a key twice", JSON.stringify(good()).replace("{", '{"bytes":10,')],
  ["a byte order mark", "\ufeff" + JSON.stringify(good())],
];

for (const [what, manifest] of FLAWS) {
  Deno.test(`readManifest() refuses ${what}`, () =>
    inVault(async (vault) => {
      const digest = putManifest(vault, manifest);
      await assertCodeAsync(() => readManifest(vault, digest), "vault-damaged", `manifests/${digest}`);
    }));
}

Deno.test("readManifest() refuses bytes that are not those of the name", () =>
  inVault(async (vault) => {
    put(vault, `manifests/${A}`, JSON.stringify(good()));
    await assertCodeAsync(() => readManifest(vault, A), "vault-damaged", `manifests/${A}`);
  }));

Deno.test("readManifest() refuses a manifest that is too large, without reading it", () =>
  inVault(async (vault) => {
    put(vault, `manifests/${A}`, "");
    Deno.truncateSync(`${vault}/manifests/${A}`, MANIFEST_BYTES + 1);
    await assertCodeAsync(() => readManifest(vault, A), "vault-damaged", `manifests/${A}`);
  }));

Deno.test("readManifest() refuses a link in place of a manifest", () =>
  inVault(async (vault) => {
    const digest = putManifest(vault, good());
    Deno.renameSync(`${vault}/manifests/${digest}`, `${vault}/aside`);
    Deno.symlinkSync(`${vault}/aside`, `${vault}/manifests/${digest}`);
    await assertCodeAsync(() => readManifest(vault, digest), "vault-damaged", `manifests/${digest}`);
  }));
