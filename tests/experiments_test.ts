import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check, readManifest } from "../kernel/mod.ts";

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

  Deno.test(`verify() of ${id} gives one digest whatever the zone, locale and umask`, async () => {
    const digests = new Set<string>();
    for (
      const [umask, env] of [
        ["022", {}],
        ["077", { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" }],
        ["000", { TZ: "America/St_Johns", LANG: "C", LC_ALL: "C" }],
      ] as const
    ) {
      const words = ["run", "--no-prompt", "-A", "scripts/permafrost.ts", "verify", id, "--json"];
      const { code, stdout } = await new Deno.Command("sh", {
        args: ["-c", `umask ${umask}; exec "$@"`, "sh", Deno.execPath(), ...words],
        cwd: ROOT,
        env,
        stderr: "null",
      }).output();
      assertEquals(code, 0);
      digests.add(JSON.parse(new TextDecoder().decode(stdout)).result.reproductionSha256);
    }
    assertEquals(digests.size, 1);
  });
}
