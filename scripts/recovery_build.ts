/** `deno task recovery:build`: makes the two executables of recovery-v1. @module */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../kernel/error.ts";
import { systemCode, toFileError } from "../kernel/file_read.ts";

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
  const [launch, candidate, baseline] = await Promise.all([
    Deno.readTextFile(LAUNCH),
    bundle(ENTRIES.candidate),
    bundle(ENTRIES.baseline),
  ]);
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
async function bundle(entry: string): Promise<string> {
  const { isDone, text } = await runBundler(`experiments/recovery-v1/vault/${entry}`);
  if (isDone) return text;
  const folder = await Deno.makeTempDir();
  try {
    const trivial = join(folder, "trivial.js");
    await Deno.writeTextFile(trivial, "export {};\n");
    if ((await runBundler(trivial)).isDone) {
      throw new PermafrostError("internal", `Cannot bundle ${entry}: ${text}`, { at: entry });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const state = "Deno's bundler is not here; it is fetched at the first deno bundle, so run that once with the network";
  throw new PermafrostError("unavailable", `Cannot bundle ${entry}: ${state}`, { at: entry });
}

/** Bundles to the standard output; of a failure the text is the reason. */
async function runBundler(entry: string): Promise<{ isDone: boolean; text: string }> {
  const args = ["bundle", "--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--platform=deno", entry];
  try {
    const options = { args, cwd: ROOT, env: { NO_COLOR: "1" }, stdin: "null" } as const; // its paths start at the root
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), options).output();
    const decoder = new TextDecoder();
    return { isDone: success && stdout.length > 0, text: decoder.decode(success ? stdout : stderr).trimEnd() + "\n" };
  } catch (error) {
    return { isDone: false, text: systemCode(error) };
  }
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
