/** Kills a process that takes snapshots, again and again, and looks at what it leaves. @module */
import { fileURLToPath } from "node:url";
import { restoreSnapshot } from "../../../../experiments/recovery-v1/vault/restore.ts";
import { readDigest } from "../../../../experiments/recovery-v1/vault/digest.ts";
import { takeSnapshot } from "../../../../experiments/recovery-v1/vault/snapshot_write.ts";
import { verifyVault } from "../../../../experiments/recovery-v1/vault/verify.ts";
import { hex, inVault, noise, treeOf } from "./a_vault.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const SOURCES = 12, BYTES = 700_000, WINDOW_MS = 150;
const WRITER = `
  import { takeSnapshot } from "./experiments/recovery-v1/vault/snapshot_write.ts";
  import { restoreSnapshot } from "./experiments/recovery-v1/vault/restore.ts";
  const [vault, base] = Deno.args;
  for (let n = 0;; n++) {
    const { sha256 } = await takeSnapshot(vault, base + "/source-" + n % ${SOURCES}, { ts: n, provider: "codex" });
    await restoreSnapshot(vault, sha256, { target: base + "/to/restored-" + Deno.pid + "-" + n });
    if (n === 0) console.log("writing");
  }`;

/** What many kills left behind. */
export interface KillReport {
  /** Kills that left a temporary: they hit a write. */ readonly amidWrites: number;
  /** Objects under a digest that they are not the bytes of. */ readonly wrongObjects: number;
  /** Snapshots that cannot be read although no chunk of theirs was taken away. */ readonly damagedManifests: number;
  /** Lines of the index that name no manifest. */ readonly dangling: number;
  /** Restored files that are not the whole of a source. */ readonly wrongRestores: number;
  /** Restored files that are whole. */ readonly restores: number;
}

/** Kills a writer at as many moments, each drawn from a seed, and tells what was left; then everything is taken anew,
 * which must go through. */
export function killWriters(kills: number): Promise<KillReport> {
  return inVault(async (vault, base) => {
    const sources = Array.from({ length: SOURCES }, (_, n) => noise(BYTES * (1 + n % 3), n + 1));
    sources.forEach((source, n) => Deno.writeFileSync(`${base}/source-${n}`, source));
    const whole = new Set<string>(sources.map((source) => hex(source)));
    Deno.mkdirSync(`${base}/to`);
    Deno.writeTextFileSync(`${base}/writer.ts`, WRITER.replaceAll('"./', `"${ROOT}`));
    let state = 20260921;
    const report = { amidWrites: 0, wrongObjects: 0, damagedManifests: 0, dangling: 0, wrongRestores: 0, restores: 0 };
    for (let kill = 0; kill < kills; kill++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      await killAfter(base, state / 2 ** 32 * WINDOW_MS);
      const left = treeOf(base);
      for (const [path, digest] of Object.entries(left)) {
        const name = path.slice(path.lastIndexOf("/") + 1);
        if (name.startsWith(".vault-write-")) report.amidWrites++;
        else if (/^vault\/(chunks|manifests)\//.test(path) && name !== digest) report.wrongObjects++;
        else if (path.startsWith("to/")) report[whole.has(digest) ? "restores" : "wrongRestores"]++;
      }
      const { findings } = await verifyVault(vault);
      report.damagedManifests += findings.filter(({ kind }) => kind === "damaged").length;
      report.dangling += findings.filter(({ kind }) => kind === "dangling" || kind === "contradicted").length;
      if (kill + 1 === kills) break; // the last vault is used further
      for (const folder of ["vault", "to"]) {
        Deno.removeSync(`${base}/${folder}`, { recursive: true });
        Deno.mkdirSync(`${base}/${folder}`);
      }
    }
    for (let n = 0; n < SOURCES; n++) {
      const { sha256 } = await takeSnapshot(vault, `${base}/source-${n}`, { ts: 1, provider: "codex" });
      await restoreSnapshot(vault, readDigest(sha256), { target: `${base}/last-${n}` });
      if (hex(Deno.readFileSync(`${base}/last-${n}`)) !== hex(sources[n] ?? "")) report.wrongRestores++;
    }
    if (!(await verifyVault(vault)).is_sound) report.damagedManifests++;
    return report;
  });
}

async function killAfter(base: string, delayMs: number): Promise<void> {
  const flags = ["run", "-A", "--no-check", "--no-config", "--no-lock"];
  const args = [...flags, `${base}/writer.ts`, `${base}/vault`, base];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill("SIGKILL");
  const { signal } = await child.status;
  await reader.cancel();
  if (signal !== "SIGKILL") throw new Error("the writer ended by itself");
}
