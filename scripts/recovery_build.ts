/** `deno task recovery:build`: makes the two executables of recovery-v1. @module */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../kernel/error.ts";
import { toFileError } from "../kernel/file_read.ts";
import { bundleModules } from "./bundle/deno_bundle.ts";

/** Where the executables are. */
export interface RecoveryExecutables {
  /** The path of the one with all commands. */ readonly candidate: string;
  /** The path of the one that behaves like the older release. */ readonly baseline: string;
}

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const LAUNCH = join(ROOT, "scripts/recovery_launch.sh");
const ENTRIES = { candidate: "main.ts", baseline: "baseline.ts" } as const;

/** Makes the executables `candidate` and `baseline` in a folder, which is made where it is not there: each is one file
 * of launch lines (recovery_launch.sh) and a bundle that imports no other file. Each replaces what bore its name at
 * once, and only when both could be made. The bytes depend on nothing but the sources and the release of Deno.
 *
 * Needs the right to run Deno itself, which fetches its bundler from the npm registry at the first use.
 * @param options `outputFolder`: by default `dist/recovery` of the repository.
 * @returns The absolute or relative paths, as the folder was given.
 * @throws {PermafrostError} unavailable when Deno has no bundler and cannot fetch it; internal when the bundler refuses
 * the sources; file-exists (no folder), file-write. */
export async function buildRecovery(options: { outputFolder?: string } = {}): Promise<RecoveryExecutables> {
  const { outputFolder = join(ROOT, "dist/recovery") } = options;
  const launch = await Deno.readTextFile(LAUNCH);
  const candidate = await bundle(ENTRIES.candidate), baseline = await bundle(ENTRIES.baseline);
  try {
    await Deno.mkdir(outputFolder, { recursive: true });
    const paths = { candidate: join(outputFolder, "candidate"), baseline: join(outputFolder, "baseline") };
    await replaceFile(paths.candidate, launch + candidate);
    await replaceFile(paths.baseline, launch + baseline);
    return paths;
  } catch (error) {
    throw toFileError(error, { verb: "write", at: "the executables", otherwise: "file-write" });
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = await Deno.makeTempFile({ dir: dirname(path), prefix: ".recovery-build-" });
  try {
    await Deno.writeTextFile(temporary, text);
    await Deno.chmod(temporary, 0o755);
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/** The JavaScript of an entry in the vault's folder. */
function bundle(entry: string): Promise<string> {
  return bundleModules(`experiments/recovery-v1/vault/${entry}`, { cwd: ROOT, config: false });
}

if (import.meta.main) {
  try {
    for (const path of Object.values(await buildRecovery())) console.log(relative(Deno.cwd(), path));
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    console.error(`${error.code}: ${error.message}`);
    Deno.exitCode = 2;
  }
}
