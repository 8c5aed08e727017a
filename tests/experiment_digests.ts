/** Reproduction digests of an experiment under several zones, locales and umasks. @module */
import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SETTINGS = [
  ["022", {}],
  ["077", { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" }],
  ["000", { TZ: "America/St_Johns", LANG: "C", LC_ALL: "C" }],
] as const;

/** Experiments whose runs take a quarter of a minute or more; they are swept in tests/long. */
export const SLOW: readonly string[] = ["recovery-v1", "je-v1"];

/** Verifies an experiment under each setting, as a user does, and gives the digests: one, when it is reproducible. */
export async function digestsOf(id: string): Promise<Set<string>> {
  const digests = new Set<string>();
  for (const [umask, env] of SETTINGS) {
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
  return digests;
}
