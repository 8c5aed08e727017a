import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check, readManifest } from "../kernel/mod.ts";
import { digestsOf, SLOW } from "./experiment_digests.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const IDS = readdirSync(`${ROOT}experiments`).filter((name) => existsSync(`${ROOT}experiments/${name}/manifest.json`));

Deno.test("check() finds nothing to check only when no experiment is frozen", () => {
  assert(IDS.includes("fence-v1"), "fence-v1 is frozen");
});

for (const id of IDS) {
  Deno.test(`check() finds every byte of ${id} as it was frozen`, async () => {
    const { findings, manifestSha256, files } = await check(`${ROOT}experiments/${id}`);
    assertEquals(findings, []);
    assert(files.length > 0);
    assertEquals(manifestSha256, readManifest(`${ROOT}experiments/${id}`)?.sha256);
  });

  if (SLOW.includes(id)) continue;
  Deno.test(`verify() of ${id} gives one digest whatever the zone, locale and umask`, async () => {
    assertEquals((await digestsOf(id)).size, 1);
  });
}
